




let lines = 0;


for (let line = 2; line < process.argv.length; line++) {



  lines++;















}
console.log(void 0, lines);
