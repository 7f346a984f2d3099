function doubled(n) {
    return n * 2;
}

var first = Number(process.argv[2]);
var second = Number(process.argv[3]);
var result = doubled(first);
console.log(result);
console.log(second);
