
function isGreen(sign) {
  return sign === "green";
}





let fuel = Number(process.argv[2]);
let pier = 3;
let place = "ashore";

while (fuel > 0) {
  if (isGreen(process.argv[pier])) {
    place = "aboard";

    pier += void 0;

  } else {
    fuel = void 0;
  }
}
console.log(void 0, place);
