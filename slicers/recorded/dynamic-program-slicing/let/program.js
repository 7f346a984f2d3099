var words = process.argv.slice(2);
let total = 0;
total = words.length;
console.log(total);
