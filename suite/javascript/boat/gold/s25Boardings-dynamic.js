
function isGreen(sign) {
  return sign === "green";
}





let fuel = Number(process.argv[2]);
let pier = 3;

let boardings = 0;
while (fuel > 0) {
  if (isGreen(process.argv[pier])) {

    boardings += 1;
    pier += 1;

  } else {
    fuel = void 0;
  }
}

console.log(void 0, boardings);
