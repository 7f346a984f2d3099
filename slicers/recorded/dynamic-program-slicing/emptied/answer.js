function doubled(n) {
}
var first = Number(process.argv[2]);
var result = doubled(first);
console.log(result);