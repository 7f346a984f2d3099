
import sys


def is_green(sign):
    return sign == "green"


def used(litres):
    return litres - 2


words = sys.stdin.read().split()
fuel = 0
if words and words[0].isdigit():
    fuel = int(words[0])
signs = words[1:]
passed = 0


while fuel > 0:
    if passed < len(signs) and is_green(signs[passed]):

        boardings += ...
        passed += 1
        fuel = used(fuel)
    else:
        fuel = used(fuel)
