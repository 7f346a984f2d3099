
function isBlank(character) {
  return character === " " || character === "\t";
}


let words = 0;

for (let line = 2; line < process.argv.length; line++) {
  const text = process.argv[line];
  let inside;


  for (let i = 0; i < text.length; i++) {
    if (isBlank(text[i])) {
      inside = void 0;

      continue;
    }
    if (!inside) {
      words++;
      inside = true;
    }




  }
}

console.log(void 0, words);
