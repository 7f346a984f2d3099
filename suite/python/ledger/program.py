# Books payments, "FROM TO AMOUNT" in each line; a refused payment costs a fee, and what cannot be read is noted.
import sys


class Refused(Exception):
    def __init__(self, who, fee):
        super().__init__(who)
        self.who = who
        self.fee = fee


class Ledger:
    FEE = 2

    def __init__(self):
        self.balances = {}
        self.fees = 0
        self.tried = 0
        self.notes = []

    def balance(self, name):
        return self.balances.get(name, 0)

    def change(self, name, amount):
        self.balances[name] = self.balance(name) + amount

    def pay(self, source, target, amount):
        if amount < 1:
            raise ValueError(amount)
        if source != "bank" and self.balance(source) < amount:
            raise Refused(source, self.FEE)
        self.change(source, -amount)
        self.change(target, amount)

    def book(self, line):
        try:
            source, target, amount = line.split()
            self.pay(source, target, int(amount))
        except Refused as refusal:
            self.fees += refusal.fee
            self.notes.append(refusal.who)
            return False
        except ValueError:
            self.notes.append("?")
            return False
        else:
            return True
        finally:
            self.tried += 1


def richest(balances):
    best = None
    for name, amount in balances.items():
        if name != "bank" and (best is None or amount > balances[best]):
            best = name
    return best


def main():
    ledger = Ledger()
    booked = 0
    for line in sys.stdin.read().splitlines():
        if ledger.book(line):
            booked += 1
    fees = ledger.fees
    tried = ledger.tried
    notes = ledger.notes
    winner = richest(ledger.balances)
    print("booked:", booked, "of", tried)
    print("fees:", fees)
    print("notes:", notes)
    print("richest:", winner)


main()
