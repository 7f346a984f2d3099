
let left = 0;
let right = 1;

for (let i = 2; i < process.argv.length; i++) {
  switch (process.argv[i]) {










    case "both":
      right++;
    case "add":
      left++;








  }
}
const balance = left + right;

console.log(void 0, balance);
