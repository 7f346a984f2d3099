# A boat passes a pier while it has fuel; who once boarded at a green sign is on board, and stays there.
import sys


def is_green(sign):
    return sign == "green"


def used(litres):
    return litres - 2


words = sys.stdin.read().split()

if ...:
    fuel = int(words[0])
signs = words[1:]
passed = 0

boardings = 0
while fuel > 0:
    if ... and is_green(signs[passed]):
        
        boardings += 1
        passed += 1
        
    else:
        fuel = used(fuel)

print(boardings)

