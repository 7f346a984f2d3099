
















function isReading(number) {
  return number >= 0;
}

let last = 0;


for (let i = 2; i < process.argv.length; i++) {
  let reading = Number(process.argv[i]);

  if (!isReading(reading)) {
    continue;
  }



  last = reading;






}
console.log(void 0, last);
