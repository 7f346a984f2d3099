
function* runs(line) {
  let start = 0;
  while (start < line.length) {
    let end = start + 1;
    while (end < line.length && line[end] === line[start]) {
      end++;
    }
    yield { length: end - start };
    start = end;
  }
}













function longest(parts, _2) {
  const found = { length: 0, at: -1 };
  for (const [at, { length }] of parts.entries()) {
    if (length > found.length) {
      Object.assign(found, { length, at });



    }
  }
  return found;
}

const text = require("fs").readFileSync(0, "utf8");
const coded = [...runs(text)];




const { at: run } = longest(coded, void 0);




console.log(void 0, void 0, void 0, run);
