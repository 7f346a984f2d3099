
function band(degrees) {
  if (degrees < 0) {
    return "frost";
  }








}


let icy = 0;


for (let i = 2; i < process.argv.length; i++) {
  switch (band(Number(process.argv[i]))) {
    case "frost":
      icy++;












  }
}

console.log(void 0, icy);
