// Packs numbers of two bytes each with a check sum, and unpacks them; "!3" turns a bit of byte 3 on the way.
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
  const body = bytes.subarray(0, bytes.length - 1);
  const found = [];
  let sum = 0;
  for (const [i, byte] of body.entries()) {
    sum = (sum + byte) & 255;
    if (i % 2 === 1) {
      found.push((body[i - 1] << 8) | byte);
    }
  }
  return { numbers: found, valid: sum === bytes[bytes.length - 1] };
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
const bits = [];
for (const word of process.argv.slice(2)) {
  if (word[0] === "!") {
    bits.push(Number(word[1]));
  } else {
    sent.push(Number(word));
  }
}
const packet = pack(sent);
const before = parity(packet);
for (const at of bits) {
  packet[at] ^= 1;
}
const { numbers, valid } = unpack(packet);
const after = parity(packet.slice(0, 2));
console.log("numbers:", numbers);
console.log("valid:", valid);
console.log("parity:", before, "then", after);
