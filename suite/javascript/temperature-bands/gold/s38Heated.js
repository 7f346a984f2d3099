
function band(degrees) {
  if (void 0) {

  } else if (degrees < 10) {
    return "cold";
  }






}

let heated = 0;



for (let i = 2; i < process.argv.length; i++) {
  switch (band(Number(process.argv[i]))) {


    case "cold":
      heated++;










  }
}
console.log(void 0, heated);
