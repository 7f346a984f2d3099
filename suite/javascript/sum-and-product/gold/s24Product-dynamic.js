

let product = 1;


for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];



  const number = Number(word);
  if (!(number >= 0)) {

    continue;
  }

  if (number === 0) {
    continue;
  }
  product *= number;

}

console.log(void 0, product, void 0, void 0);
