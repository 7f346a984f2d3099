
function pack(values) {
  const bytes = new Uint8Array(2 * values.length + 1);

  values.forEach((number, i) => {
    bytes[2 * i] = number >> 8;
    bytes[2 * i + 1] = number;

  });

  return bytes;
}

function unpack(bytes) {
  const body = bytes.subarray(void 0, void 0);
  const found = [];

  for (const [i, byte] of body.entries()) {

    if (i % 2 === 1) {
      found.push((body[i - 1] << 8) | byte);
    }
  }
  return { numbers: found };
}












const sent = [];
const bits = [];
for (const word of process.argv.slice(2)) {
  if (word[0] === "!") {
    bits.push(Number(word[1]));
  } else {
    sent.push(Number(word));
  }
}
const packet = pack(sent);

for (const at of bits) {
  packet[at] ^= 1;
}
const { numbers } = unpack(packet);

console.log(void 0, numbers);
