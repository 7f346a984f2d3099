














let teas = 0;
for (let guest = 3; guest < process.argv.length; guest++) {
  if (process.argv[guest] === "tea") {
    teas++;

  }




}


console.log(void 0, teas);
