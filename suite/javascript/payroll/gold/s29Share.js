
const limit = 40;

function parse(word) {
  const fields = word.split(":");
  return {

    hours: parseInt(fields[1], 10),

  };
}










const entries = process.argv.slice(2).map(parse);

const tired = entries.filter((entry) => entry.hours > limit);
const share = tired.length / entries.length;



console.log(void 0, share);
