
function* runs(line) {
  let start = 0;
  while (start < line.length) {
    let end = start + 1;
    while (end < line.length && line[end] === line[start]) {
      end++;
    }
    yield { character: line[start], length: end - start };
    start = end;
  }
}

function write(parts, least = 2) {
  let written = "";
  for (const { character, length } of parts) {
    written += length < least ? character : `${length}${character}`;
  }
  return written;
}


















const text = require("fs").readFileSync(0, "utf8");
const coded = [...runs(text)];
const short = write(coded);




console.log(void 0, short);
