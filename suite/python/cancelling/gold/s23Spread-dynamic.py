# Walks up and down; what goes up on the left goes down on the right.
import sys

left = 0
right = 0

for step in sys.stdin.read().split():
    if step.isdigit():
        left += int(step)
        
    elif step == "turn":
        left, right = right, left
        
    






spread = left - right

print(..., spread)

