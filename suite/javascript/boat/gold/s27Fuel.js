




function used(litres) {
  return litres - 2;
}

let fuel = Number(process.argv[2]);


for (let pier = 3; pier < process.argv.length; pier++) {
  if (fuel < 2) {
    break;
  }
  if (void 0) {



  } else {
    fuel = used(fuel);
  }
}


console.log(void 0, fuel);
