

const NEAR = 50;
const CEILING = 120;
const SAFE = 15;

let own = Number(process.argv[2]);
const other = Number(process.argv[3]);
const distance = Number(process.argv[4]);
const closing = Number(process.argv[5]);
const intent = process.argv[6];
let warnings = 0;

function isThreat() {
  if (distance < NEAR) {
    return true;
  }
  return closing > 0 && distance < closing * 8;
}

function gap(height) {
  return height > other ? height - other : other - height;
}

function mayClimb() {
  return own + SAFE <= CEILING && intent !== "climb";
}

function mayDive() {
  return own >= SAFE && intent !== "dive";
}

function warn() {
  warnings++;
  return warnings > 0;
}

function decide() {
  if (!isThreat()) {
    return "keep";
  }
  if (gap(own) >= SAFE && !(closing > NEAR && warn())) {
    return "keep";
  }
  const up = mayClimb() && gap(own + SAFE) >= SAFE;
  const down = mayDive() && gap(own - SAFE) >= SAFE;
  if (up && down) {
    return own > other ? "climb" : "dive";
  } else if (up) {
    return "climb";
  } else if (down) {
    return "dive";
  }
  return warn() ? "stop" : void 0;
}

const advice = decide();







console.log(void 0, advice);
