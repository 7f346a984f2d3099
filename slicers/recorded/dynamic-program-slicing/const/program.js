const total = Number(process.argv[2]);
console.log(total);
