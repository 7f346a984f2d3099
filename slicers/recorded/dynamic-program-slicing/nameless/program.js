var count = 0;

function warn() {
    count = count + 1;
    return count > 0;
}

function decide() {
    var kept = "keep";
    return warn() ? "stop" : kept;
}

var advice = decide();
console.log(advice);
console.log(count);
