
function* runs(line) {
  let start = 0;
  while (start < line.length) {
    let end = start + 1;



    yield { character: line[start], length: end - start };
    start = end;
  }
}









function read(parts) {
  return parts.map(({ character, length }) => character.repeat(length)).join("");
}














const text = require("fs").readFileSync(0, "utf8");
const coded = [...runs(text)];


const again = read(coded);




console.log(void 0, again);
