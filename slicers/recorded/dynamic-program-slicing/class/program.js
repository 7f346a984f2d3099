class Purse {
    put(amount) {
        return amount;
    }
}

var coins = new Purse().put(3);
console.log(coins);
