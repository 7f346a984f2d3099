




function used(litres) {
  return litres - 2;
}

let fuel = Number(process.argv[2]);



while (fuel > 0) {
  if (void 0) {




  } else {
    fuel = used(fuel);
  }
}


console.log(void 0, fuel);
