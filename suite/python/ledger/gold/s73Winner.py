
import sys


class Refused(Exception):
    pass





class Ledger:


    def __init__(self):
        self.balances = {}




    def balance(self, name):
        return self.balances.get(name, 0)

    def change(self, name, amount):
        self.balances[name] = self.balance(name) + amount

    def pay(self, source, target, amount):
        if amount < 1:
            raise ValueError(...)
        if source != "bank" and self.balance(source) < amount:
            raise Refused(..., ...)
        self.change(source, -amount)
        self.change(target, amount)

    def book(self, line):
        try:
            source, target, amount = line.split()
            self.pay(source, target, int(amount))
        except Refused as refusal:
            pass


        except ValueError:
            pass







def richest(balances):
    best = None
    for name, amount in balances.items():
        if name != "bank" and (best is None or amount > balances[best]):
            best = name
    return best


def main():
    ledger = Ledger()

    for line in sys.stdin.read().splitlines():
        if ledger.book(line):
            pass



    winner = richest(ledger.balances)



    print(..., winner)


main()
