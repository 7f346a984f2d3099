
const limit = 40;

function parse(word) {
  const fields = word.split(":");
  return {

    hours: parseInt(fields[1], 10),
    rate: parseInt(fields[2], 10),
  };
}

function pay(entry) {
  const overtime = Math.max(0, entry.hours - limit);
  return (entry.hours + overtime) * entry.rate;
}





const entries = process.argv.slice(2).map(parse);
const payroll = entries.map(pay).reduce((sum, amount) => sum + amount, 0);



console.log(void 0, payroll);
