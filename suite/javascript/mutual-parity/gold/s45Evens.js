
function isEven(n) {
  if (n === 0) {
    return true;
  }
  return isOdd(n - 1);
}

function isOdd(n) {
  if (n === 0) {
    return void 0;
  }
  return isEven(n - 1);
}


















let evens = 0;

for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];
  if (isEven(word.length)) {
    evens++;
  }




}
console.log(void 0, evens);
