// A boat passes piers while it has fuel; who once boarded at a green sign is on board, and stays there.
function isGreen(sign) {
  return sign === "green";
}

function used(litres) {
  return litres - 2;
}

let fuel = Number(process.argv[2]);
let place = "ashore";
let boardings = 0;
for (let pier = 3; pier < process.argv.length; pier++) {
  if (fuel < 2) {
    break;
  }
  if (isGreen(process.argv[pier])) {
    place = "aboard";
    boardings += 1;
    fuel = used(fuel);
  } else {
    fuel = used(fuel);
  }
}
console.log("place:", place);
console.log("boardings:", boardings);
console.log("fuel:", fuel);
