import sys


class Purse:
    def __init__(self):
        self.coins = 0
        self.notes = 0


def put(purse, amount):
    purse.coins += amount
    purse.notes += 1


purse = Purse()
for word in sys.stdin.read().split():
    if word.isdigit():
        put(purse, int(word))
coins = purse.coins
print(coins)
