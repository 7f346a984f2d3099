var total = (;
console.log(total);
