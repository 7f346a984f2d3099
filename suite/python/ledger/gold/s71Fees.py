
import sys


class Refused(Exception):
    def __init__(self, _2, fee):


        self.fee = fee


class Ledger:
    FEE = 2

    def __init__(self):
        self.balances = {}
        self.fees = 0



    def balance(self, name):
        return self.balances.get(name, 0)

    def change(self, name, amount):
        self.balances[name] = self.balance(name) + amount

    def pay(self, source, target, amount):
        if amount < 1:
            raise ValueError(...)
        if source != "bank" and self.balance(source) < amount:
            raise Refused(..., self.FEE)
        self.change(source, -amount)
        self.change(target, amount)

    def book(self, line):
        try:
            source, target, amount = line.split()
            self.pay(source, target, int(amount))
        except Refused as refusal:
            self.fees += refusal.fee


        except ValueError:
            pass















def main():
    ledger = Ledger()

    for line in sys.stdin.read().splitlines():
        if ledger.book(line):
            pass
    fees = ledger.fees




    print(..., fees)




main()
