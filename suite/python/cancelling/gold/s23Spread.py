
import sys

left = 0
right = 0

for step in sys.stdin.read().split():
    if step.isdigit():
        left += int(step)

    elif step == "turn":
        left, right = right, left

    elif step == "up":
        left += 1
        right -= 1




spread = left - right

print(..., spread)
