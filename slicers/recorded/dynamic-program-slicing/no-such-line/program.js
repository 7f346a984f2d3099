var total = 1;
total = total + 1;
console.log(total);
