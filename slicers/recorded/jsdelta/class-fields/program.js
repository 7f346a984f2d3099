// Books payments, "FROM TO AMOUNT" each; a refused payment costs a fee, and what cannot be booked is noted.
class Ledger {
  static fee = 2;

  balances = new Map();
  notes = [];
  fees = 0;
  tried = 0;

  balance(who) {
    return this.balances.get(who) ?? 0;
  }

  change(who, amount) {
    this.balances.set(who, this.balance(who) + amount);
  }

  pay(from, to, amount) {
    if (!(amount > 0)) {
      throw new RangeError("?");
    }
    if (from !== "bank" && this.balance(from) < amount) {
      throw Object.assign(new Error(from), { fee: Ledger.fee });
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
      this.notes.push(problem.message);
      return false;
    } finally {
      this.tried++;
    }
    return true;
  }

  richest() {
    let best = null;
    for (const [who, amount] of this.balances) {
      if (who !== "bank" && (best === null || amount > this.balance(best))) {
        best = who;
      }
    }
    return best;
  }
}

const ledger = new Ledger();
let booked = 0;
for (const line of process.argv.slice(2)) {
  if (ledger.book(line)) {
    booked++;
  }
}
const fees = ledger.fees;
const notes = ledger.notes;
const winner = ledger.richest();
console.log("booked:", booked, "of", ledger.tried);
console.log("fees:", fees);
console.log("notes:", notes.join(", "));
console.log("richest:", winner);
