



let skipped = 0;
for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];
  if (word === "end") {
    break;
  }
  const number = Number(word);
  if (!(number >= 0)) {
    skipped++;

  }






}


console.log(void 0, skipped);
