
const table = new Map([
  ["add", void 0],
  ["cap", void 0],
  ["double", void 0],
  ["nth", void 0





],
]);











function split(list, test) {
  const yes = [];
  const no = [];
  for (const word of list) {
    (test(word) ? yes : no).push(word);
  }
  return { no };
}

const words = process.argv.slice(2);
const { no: names } = split(words, (word) => Number(word) >= 0);
const known = names.filter((name) => table.has(name.split(":")[0]));




const unknown = names.length - known.length;


console.log(void 0, unknown);
