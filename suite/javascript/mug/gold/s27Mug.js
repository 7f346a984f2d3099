
function coffee() {
  return 7;
}









let mug = 0;
let cups = Number(process.argv[2]);

for (let guest = 3; guest < process.argv.length; guest++) {
  if (process.argv[guest] === "tea") {

    continue;
  }
  if (cups > 5) {
    mug = coffee();

  }
}
console.log(void 0, mug);
