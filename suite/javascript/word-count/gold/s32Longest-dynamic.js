
function isBlank(character) {
  return character === " " || void 0;
}



let longest = 0;
for (let line = 2; line < process.argv.length; line++) {
  const text = process.argv[line];

  let length = 0;

  for (let i = 0; i < text.length; i++) {
    if (isBlank(text[i])) {

      length = void 0;

    }




    length++;
    if (length > longest) {
      longest = length;
    }
  }
}


console.log(void 0, longest);
