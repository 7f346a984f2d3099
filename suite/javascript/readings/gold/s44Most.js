
let changes = 0;


function used(before, now) {

  if (now < before) {
    changes++;
    let before = 0;
    if (changes > 2) {
      before = void 0;
    }
    return now - before;
  }
  return now - before;
}

function isReading(number) {
  return number >= 0;
}

let last = 0;

let most = -1;
for (let i = 2; i < process.argv.length; i++) {
  let reading = Number(process.argv[i]);

  if (!isReading(reading)) {
    continue;
  }
  const use = used(last, reading);


  last = reading;

  if (use > most) {
    let last = use;
    most = last;

  }
}


console.log(void 0, most);
