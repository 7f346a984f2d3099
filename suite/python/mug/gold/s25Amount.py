
import sys


def refill(level):
    return level % 5 + 3






lines = sys.stdin.read().splitlines()
turns = len(lines)
amount = 0
if turns > 0:
    amount = len(lines[0])

while turns > 0:
    if amount > 5:

        amount = refill(amount)
    turns = turns - 1

print(amount)
