
let left = 0;
let right = 1;

for (let i = 2; i < process.argv.length; i++) {
  switch (process.argv[i]) {
    case "over":
      left--;
      right++;

      break;
    case "back":

      right--;




    case "add":
      left++;
      break;
    case "swap":
      [left, right] = [right, left];





  }
}

const spread = left - right;

console.log(void 0, spread);
