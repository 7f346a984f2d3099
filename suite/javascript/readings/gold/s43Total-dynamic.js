



function used(before, now) {









  return now - before;
}





let last = 0;
let total = 0;

for (let i = 2; i < process.argv.length; i++) {
  let reading = Number(process.argv[i]);




  const use = used(last, reading);

  total = total + use;
  last = reading;






}

console.log(void 0, total);
