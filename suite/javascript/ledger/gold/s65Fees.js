
class Ledger {
  static fee = 2;

  balances = new Map();
  ;
  fees = 0;
  ;

  balance(who) {
    return this.balances.get(who) ?? 0;
  }

  change(who, amount) {
    this.balances.set(who, this.balance(who) + amount);
  }

  pay(from, to, amount) {
    if (!(amount > 0)) {
      throw new RangeError(void 0);
    }
    if (from !== "bank" && this.balance(from) < amount) {
      throw Object.assign(new Error(void 0), { fee: Ledger.fee });
    }
    this.change(from, -amount);
    this.change(to, amount);
  }

  book(line) {
    try {
      const [from, to, amount] = line.split(" ");
      this.pay(from, to, Number(amount));
    } catch (problem) {
      this.fees += problem.fee ?? 0;


    }



  }










}

const ledger = new Ledger();

for (const line of process.argv.slice(void 0)) {
  if (ledger.book(line)) {

  }
}
const fees = ledger.fees;



console.log(void 0, fees);
