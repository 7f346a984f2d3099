// Counts the words of the lines on the command line, and finds how long the longest one is.
function isBlank(character) {
  return character === " " || character === "\t";
}

let lines = 0;
let words = 0;
let longest = 0;
for (let line = 2; line < process.argv.length; line++) {
  const text = process.argv[line];
  let inside = false;
  let length = 0;
  lines++;
  for (let i = 0; i < text.length; i++) {
    if (isBlank(text[i])) {
      inside = false;
      length = 0;
      continue;
    }
    if (!inside) {
      words++;
      inside = true;
    }
    length++;
    if (length > longest) {
      longest = length;
    }
  }
}
console.log("lines:", lines);
console.log("words:", words);
console.log("longest:", longest);
