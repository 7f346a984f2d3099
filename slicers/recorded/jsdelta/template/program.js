// Writes a text with the length of each run of equal characters, and reads it again.
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

function read(parts) {
  return parts.map(({ character, length }) => character.repeat(length)).join("");
}

function longest(parts, limit) {
  const found = { length: 0, at: -1 };
  for (const [at, { length }] of parts.entries()) {
    if (length > found.length) {
      Object.assign(found, { length, at });
      if (length >= limit) {
        break;
      }
    }
  }
  return found;
}

const text = require("fs").readFileSync(0, "utf8");
const coded = [...runs(text)];
const short = write(coded);
const long = write(coded, 1);
const again = read(coded);
const saved = text.length - short.length;
const { length: size, at: run } = longest(coded, text.length);
console.log("short:", short);
console.log("long:", long);
console.log("again:", again);
console.log("saved:", saved);
console.log("longest:", size, "in run", run);
