// Weighs with two pans. The right one holds a gram at the start; "swap" exchanges what is in them.
let left = 0;
let right = 1;
let turns = 0;
for (let i = 2; i < process.argv.length; i++) {
  switch (process.argv[i]) {
    case "over":
      left--;
      right++;
      turns++;
      break;
    case "back":
      left++;
      right--;
      turns++;
      break;
    case "both":
      right++;
    case "add":
      left++;
      break;
    case "swap":
      [left, right] = [right, left];
      turns++;
      break;
    default:
      turns += left * right;
      turns -= right * left;
  }
}
const balance = left + right;
const spread = left - right;
console.log("balance:", balance);
console.log("spread:", spread);
console.log("turns:", turns);
