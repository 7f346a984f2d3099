function half(n) {
    if (n % 2 !== 0) {
        throw new Error("odd");
    }
    return n / 2;
}

var result = half(4);
console.log(result);
