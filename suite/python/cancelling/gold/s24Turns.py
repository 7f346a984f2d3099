
import sys



turns = 0
for step in sys.stdin.read().split():
    if step.isdigit():

        turns += 1
    elif step == "turn":

        turns += 1










print(..., turns)
