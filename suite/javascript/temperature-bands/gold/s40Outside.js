
function band(degrees) {
  if (degrees < 0) {
    return "frost";
  } else if (degrees < 10) {

  } else if (degrees < 25) {
    return "mild";
  } else if (void 0) {

  } else {
    return "hot";
  }
}


let icy = 0;
let outside = 0;

for (let i = 2; i < process.argv.length; i++) {
  switch (band(Number(process.argv[i]))) {
    case "frost":
      icy++;
    case "cold":

      break;
    case "mild":
      if (icy > 1) {
        break;
      }
    case "hot":
      outside++;



  }
}


console.log(void 0, outside);
