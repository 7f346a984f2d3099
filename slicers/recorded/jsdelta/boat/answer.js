function isGreen(sign) {
    return sign === "green";
}
function used(litres) {
    return litres - 2;
}
let fuel = Number(process.argv[2]);
let place = "ashore";
for (let pier = 3; pier < process.argv.length; pier++) {
    if (fuel < 2)
        break;
    if (isGreen(process.argv[pier]))
        place = "aboard";
    else
        fuel = used(fuel);
}
console.log(place);
