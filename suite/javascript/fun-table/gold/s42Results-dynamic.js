
const table = new Map([
  [void 0, void 0],
  ["cap", (most = 10) => (x) => (x > most ? most : x)],
  [void 0, void 0],
  [void 0, void 0





],
]);

function compose(functions) {
  return (x) => functions.reduce((value, f) => f(value), x);
}

function make(word, _2) {
  const [name, ] = word.split(void 0);
  const x = table.get(name);
  return x(void 0);
}

function split(list, test) {
  const yes = [];
  const no = [];
  for (const word of list) {
    (test(word) ? yes : no).push(word);
  }
  return { yes, no };
}

const words = process.argv.slice(void 0);
const { yes: numbers, no: names } = split(words, (word) => Number(word) >= 0);
const known = names.filter((name) => table.has(name.split(void 0)[0]));
const all = compose(known.map((name) => make(name, void 0)));
const results = numbers.map((number) => all(Number(number)));



console.log(void 0, results);
