// Pays the hours given as NAME:HOURS:RATE; every hour over the limit counts twice.
const limit = 40;

function parse(word) {
  const fields = word.split(":");
  return {
    name: fields[0],
    hours: parseInt(fields[1], 10),
    rate: parseInt(fields[2], 10),
  };
}

function pay(entry) {
  const overtime = Math.max(0, entry.hours - limit);
  return (entry.hours + overtime) * entry.rate;
}

function greeting(entry) {
  return "Dear " + entry.name + ",";
}

const entries = process.argv.slice(2).map(parse);
const payroll = entries.map(pay).reduce((sum, amount) => sum + amount, 0);
const tired = entries.filter((entry) => entry.hours > limit);
const share = tired.length / entries.length;

console.log("to pay:", payroll);
console.log("worked overtime:", tired.map((entry) => entry.name).join(", "));
console.log("that is:", share);
