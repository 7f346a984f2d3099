
function band(degrees) {
  if (void 0) {

  } else if (void 0) {

  } else if (degrees < 25) {

  } else if (void 0) {

  } else {
    return "hot";
  }
}



let outside = 0;

for (let i = 2; i < process.argv.length; i++) {
  switch (band(Number(process.argv[i]))) {









    case "hot":
      outside++;



  }
}


console.log(void 0, outside);
