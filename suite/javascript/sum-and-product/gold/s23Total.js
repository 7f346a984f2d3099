
let total = 0;



for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];
  if (word === "end") {
    break;
  }
  const number = Number(word);
  if (!(number >= 0)) {

    continue;
  }
  total += number;





}
console.log(void 0, total);
