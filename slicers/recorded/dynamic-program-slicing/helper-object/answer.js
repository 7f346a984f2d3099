function put(purse, amount) {
    purse.coins = purse.coins + amount;
}
function fill(amounts) {
    var purse = {
        coins: 0,
        notes: 0
    };
    var i = 0;
    while (i < amounts.length) {
        if (amounts[i] > 1) {
            put(purse, amounts[i]);
        }
        i = i + 1;
    }
    var coins = purse.coins;
}
fill([
    1,
    2,
    3
]);