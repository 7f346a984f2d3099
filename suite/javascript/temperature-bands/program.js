// Sorts temperatures into bands, and counts.
function band(degrees) {
  if (degrees < 0) {
    return "frost";
  } else if (degrees < 10) {
    return "cold";
  } else if (degrees < 25) {
    return "mild";
  } else if (degrees < 5) {
    return "frost";
  } else {
    return "hot";
  }
}

let heated = 0;
let icy = 0;
let outside = 0;
let unknown = 0;
for (let i = 2; i < process.argv.length; i++) {
  switch (band(Number(process.argv[i]))) {
    case "frost":
      icy++;
    case "cold":
      heated++;
      break;
    case "mild":
      if (icy > 1) {
        break;
      }
    case "hot":
      outside++;
      break;
    default:
      unknown++;
  }
}
console.log("heated:", heated);
console.log("icy:", icy);
console.log("outside:", outside);
console.log("unknown:", unknown);
