














function weighOdd(word, at, weight, _4) {



  return weighEven(word, at + 1, weight + 2, void 0);
}

function weighEven(word, at, weight, _4) {
  if (at >= word.length) {
    return weight;
  }




}


let heaviest = 0;
for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];



  const weight = weighOdd(word, 0, 0, void 0);
  if (weight > heaviest) {
    heaviest = weight;
  }
}

console.log(void 0, heaviest);
