// Readings of a meter: how much was used between them. A smaller reading means that the meter was changed.
let changes = 0;
let calls = 0;

function used(before, now) {
  calls++;
  if (now < before) {
    changes++;
    let before = 0;
    if (changes > 2) {
      before = now;
    }
    return now - before;
  }
  return now - before;
}

function isReading(number) {
  return number >= 0;
}

let last = 0;
let total = 0;
let most = -1;
for (let i = 2; i < process.argv.length; i++) {
  let reading = Number(process.argv[i]);
  let note = last + reading;
  if (!isReading(reading)) {
    continue;
  }
  const use = used(last, reading);
  last = note;
  total = total + use;
  last = reading;
  note = use * 2;
  if (use > most) {
    let last = use;
    most = last;
    note = most;
  }
}
console.log("last:", last);
console.log("total:", total);
console.log("most:", most);
console.log("calls:", calls);
