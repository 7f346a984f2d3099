
function add(a, b) {
  return a + b;
}

function increment(z) {
  return add(z, 1);
}

function step(pair, _2) {
  pair[0] = add(pair[0], pair[1]);
  pair[1] = increment(pair[1]);
}





const count = process.argv.length - 2;
const state = [0, 1];
const view = state;
for (let i = 0; i < count; i++) {
  step(state, void 0);
}
const sum = view[0];

console.log(void 0, sum);
