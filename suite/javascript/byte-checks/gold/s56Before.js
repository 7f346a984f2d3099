
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














function parity(bytes) {
  let odd = 0;
  for (let byte of bytes) {
    while (byte > 0) {
      odd ^= byte & 1;
      byte >>= 1;
    }
  }
  return odd;
}

const sent = [];

for (const word of process.argv.slice(void 0)) {
  if (void 0) {

  } else {
    sent.push(Number(word));
  }
}
const packet = pack(sent);
const before = parity(packet);







console.log(void 0, before, void 0, void 0);
