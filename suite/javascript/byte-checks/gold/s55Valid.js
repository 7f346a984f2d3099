
function pack(values) {
  const bytes = new Uint8Array(2 * values.length + 1);
  let sum = 0;
  values.forEach((number, i) => {
    bytes[2 * i] = number >> 8;
    bytes[2 * i + 1] = number;
    sum += bytes[2 * i] + bytes[2 * i + 1];
  });
  bytes[bytes.length - 1] = sum;
  return bytes;
}

function unpack(bytes) {
  const body = bytes.subarray(void 0, bytes.length - 1);

  let sum = 0;
  for (const [i, byte] of body.entries()) {
    sum = (sum + byte) & 255;



  }
  return { valid: sum === bytes[bytes.length - 1] };
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
const { valid } = unpack(packet);


console.log(void 0, valid);
