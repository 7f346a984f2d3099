
import sys






def coffee():
    return "full"


lines = sys.stdin.read().splitlines()
turns = len(lines)

if turns > 0:
    amount = len(lines[0])
mug = "empty"
while turns > 0:
    if amount > 5:
        mug = coffee()

    turns = turns - 1
print(mug)
