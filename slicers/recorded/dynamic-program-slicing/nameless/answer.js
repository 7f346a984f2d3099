var count = 0;
function warn() {
}
function () {
    return warn() ? 'stop' : kept;
}
var advice = decide();
console.log(advice);