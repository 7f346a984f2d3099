
import sys

left = 0
right = 0

for step in sys.stdin.read().split():
    if step.isdigit():
        left += int(step)










balance = left + right

print(..., balance)
