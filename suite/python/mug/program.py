# As long as there are turns, a large amount fills the mug and gives the amount a new value.
import sys


def refill(level):
    return level % 5 + 3


def coffee():
    return "full"


lines = sys.stdin.read().splitlines()
turns = len(lines)
amount = 0
if turns > 0:
    amount = len(lines[0])
mug = "empty"
while turns > 0:
    if amount > 5:
        mug = coffee()
        amount = refill(amount)
    turns = turns - 1
print(mug)
print(amount)
