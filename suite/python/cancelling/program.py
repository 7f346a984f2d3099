# Walks up and down; what goes up on the left goes down on the right.
import sys

left = 0
right = 0
turns = 0
for step in sys.stdin.read().split():
    if step.isdigit():
        left += int(step)
        turns += 1
    elif step == "turn":
        left, right = right, left
        turns += 1
    elif step == "up":
        left += 1
        right -= 1
    else:
        product = left * right
        turns = turns - product + left * right
balance = left + right
spread = left - right
print("balance:", balance)
print("spread:", spread)
print("turns:", turns)
