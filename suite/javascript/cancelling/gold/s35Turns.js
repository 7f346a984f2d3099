


let turns = 0;
for (let i = 2; i < process.argv.length; i++) {
  switch (process.argv[i]) {
    case "over":




    case "back":









    case "swap":

      turns++;




  }
}




console.log(void 0, turns);
