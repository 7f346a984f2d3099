// Numbers the words on the command line, and adds up their numbers.
function add(a, b) {
  return a + b;
}

function increment(z) {
  return add(z, 1);
}

function step(pair, word) {
  pair[0] = add(pair[0], pair[1]);
  pair[1] = increment(pair[1]);
}

function describe(pair) {
  return pair[0] + " of " + pair[1];
}

const count = process.argv.length - 2;
const state = [0, 1];
const view = state;
for (let i = 0; i < count; i++) {
  step(state, process.argv[i + 2]);
}
const sum = view[0];
const number = view[1];
console.log("sum:", sum);
console.log("next:", number);
