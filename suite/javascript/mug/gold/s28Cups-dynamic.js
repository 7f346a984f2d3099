




function refill(pot) {
  return pot % 5 + 3;
}






let cups = Number(process.argv[2]);

for (let guest = 3; guest < process.argv.length; guest++) {




  if (cups > 5) {

    cups = refill(cups);
  }
}

console.log(void 0, cups);
