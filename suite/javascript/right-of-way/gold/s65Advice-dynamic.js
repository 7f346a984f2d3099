










let warnings = 0;




















function warn() {
  warnings++;
  return warnings > 0;
}

function decide() {















  return warn() ? "stop" : void 0;
}

const advice = decide();







console.log(void 0, advice);
