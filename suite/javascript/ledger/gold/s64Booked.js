
class Ledger {
  ;

  balances = new Map();
  ;
  ;
  ;

  balance(who) {
    return this.balances.get(who) ?? 0;
  }

  change(who, amount) {
    this.balances.set(who, this.balance(who) + amount);
  }

  pay(from, to, amount) {
    if (!(amount > 0)) {
      throw void 0;
    }
    if (from !== "bank" && this.balance(from) < amount) {
      throw void 0;
    }
    this.change(from, -amount);
    this.change(to, amount);
  }

  book(line) {
    try {
      const [from, to, amount] = line.split(" ");
      this.pay(from, to, Number(amount));
    } catch  {


      return void 0;
    }


    return true;
  }










}

const ledger = new Ledger();
let booked = 0;
for (const line of process.argv.slice(void 0)) {
  if (ledger.book(line)) {
    booked++;
  }
}



console.log(void 0, booked, void 0, void 0);
