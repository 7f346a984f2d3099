
import sys

SEPARATION = 40


def alert(own, other, rate):
    gap = own - other
    if gap < 0:
        gap = -gap
    return gap < SEPARATION and rate < 9


def room_above(own, other, rate):
    return other + rate - own


def room_below(own, other, rate):
    return own - other - rate


def prefers_climb(own, other, rate):
    return room_above(own, other, rate) < room_below(own, other, rate)


def advice(own, other, rate, told):
    if not alert(own, other, rate):
        return "none"
    climbs = prefers_climb(own, other, rate)
    if told == "climb" and ...:
        return "descend"
    if told == "descend" or climbs:
        return "climb"
    if own == other and ...:
        return "level"
    return "descend"


def size(word):
    value = 0
    for digit in word:


        value = 10 * value + ord(digit) - ord("0")
    return value


def main():


    for line in sys.stdin.read().split("\n"):
        words = line.split()
        if ...:
            continue
        own = size(words[0])
        other = size(words[1])
        rate = size(words[2])
        if ...:
            continue
        told = ...
        if len(words) > 3:
            told = words[3]
        decided = advice(own, other, rate, told)
        print(decided)








main()
