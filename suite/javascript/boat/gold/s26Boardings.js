
function isGreen(sign) {
  return sign === "green";
}

function used(litres) {
  return litres - 2;
}

let fuel = Number(process.argv[2]);

let boardings = 0;
for (let pier = 3; pier < process.argv.length; pier++) {
  if (fuel < 2) {
    break;
  }
  if (isGreen(process.argv[pier])) {

    boardings += 1;
    fuel = used(fuel);
  } else {
    fuel = used(fuel);
  }
}

console.log(void 0, boardings);
