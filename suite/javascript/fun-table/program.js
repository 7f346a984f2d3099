// Applies functions to numbers: "add:3" adds 3, "cap" makes 10 of more, "double" and "nth" need nothing else.
const table = new Map([
  ["add", (n = 1) => (x) => x + n],
  ["cap", (most = 10) => (x) => (x > most ? most : x)],
  ["double", () => (x) => x * 2],
  ["nth", () => {
    let calls = 0;
    return (x) => {
      calls++;
      return x + calls;
    };
  }],
]);

function compose(functions) {
  return (x) => functions.reduce((value, f) => f(value), x);
}

function make(word, unit) {
  const [name, ...rest] = word.split(":");
  const x = table.get(name);
  return x(...rest.map(Number));
}

function split(list, test) {
  const yes = [];
  const no = [];
  for (const word of list) {
    (test(word) ? yes : no).push(word);
  }
  return { yes, no };
}

const words = process.argv.slice(2);
const { yes: numbers, no: names } = split(words, (word) => Number(word) >= 0);
const known = names.filter((name) => table.has(name.split(":")[0]));
const all = compose(known.map((name) => make(name, "m")));
const results = numbers.map((number) => all(Number(number)));
const doubled = compose([make("double"), make("add:5")]);
const base = doubled(numbers.length);
const unknown = names.length - known.length;
console.log("results:", results);
console.log("base:", base);
console.log("unknown:", unknown);
