
function isGreen(sign) {
  return sign === "green";
}







let boardings = 0;
for (let pier = 3; pier < process.argv.length; pier++) {



  if (isGreen(process.argv[pier])) {

    boardings += 1;

  }


}

console.log(void 0, boardings);
