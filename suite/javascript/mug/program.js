// Guests come to a pot of coffee. A mug is filled while there are more than five cups, which also refills the pot.
function coffee() {
  return 7;
}

function refill(pot) {
  return pot % 5 + 3;
}

function price(mugs) {
  return mugs * 2;
}

let mug = 0;
let cups = Number(process.argv[2]);
let teas = 0;
for (let guest = 3; guest < process.argv.length; guest++) {
  if (process.argv[guest] === "tea") {
    teas++;
    continue;
  }
  if (cups > 5) {
    mug = coffee();
    cups = refill(cups);
  }
}
console.log("mug:", mug);
console.log("cups:", cups);
console.log("teas:", teas);
