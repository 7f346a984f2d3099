// Weighs words by the parity of their letters; an "x" at an even place ends a word.
function isEven(n) {
  if (n === 0) {
    return true;
  }
  return isOdd(n - 1);
}

function isOdd(n) {
  if (n === 0) {
    return false;
  }
  return isEven(n - 1);
}

function weighOdd(word, at, weight, trace) {
  if (at >= word.length) {
    return weight;
  }
  return weighEven(word, at + 1, weight + 2, trace + 1);
}

function weighEven(word, at, weight, trace) {
  if (at >= word.length) {
    return weight;
  }
  if (word[at] === "x") {
    return weight;
  }
  return weighOdd(word, at + 1, weight + 1, trace + 1);
}

let evens = 0;
let heaviest = 0;
for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];
  if (isEven(word.length)) {
    evens++;
  }
  const weight = weighOdd(word, 0, 0, evens);
  if (weight > heaviest) {
    heaviest = weight;
  }
}
console.log("even:", evens);
console.log("heaviest:", heaviest);
