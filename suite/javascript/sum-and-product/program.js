// Adds and multiplies the numbers on the command line, up to the word "end".
let total = 0;
let product = 1;
let factors = 0;
let skipped = 0;
for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];
  if (word === "end") {
    break;
  }
  const number = Number(word);
  if (!(number >= 0)) {
    skipped++;
    continue;
  }
  total += number;
  if (number === 0) {
    continue;
  }
  product *= number;
  factors++;
}
console.log("sum:", total);
console.log("product:", product, "of", factors);
console.log("skipped:", skipped);
