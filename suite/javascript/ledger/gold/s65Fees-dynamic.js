
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
    this.balances.set(who, this.balance(void 0) + amount);
  }

  pay(from, to, amount) {



    if (from !== "bank" && this.balance(from) < amount) {
      throw Object.assign(new Error(void 0), { fee: Ledger.fee });
    }

    this.change(to, amount);
  }

  book(line) {
    try {
      const [from, to, amount] = line.split(" ");
      this.pay(from, to, Number(amount));
    } catch (problem) {
      this.fees += problem.fee ?? void 0;


    }



  }










}

const ledger = new Ledger();

for (const line of process.argv.slice(2)) {
  if (ledger.book(line)) {

  }
}
const fees = ledger.fees;



console.log(void 0, fees);
