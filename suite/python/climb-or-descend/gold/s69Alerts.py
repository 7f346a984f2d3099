
import sys

SEPARATION = 40


def alert(own, other, rate):
    gap = own - other
    if gap < 0:
        gap = -gap
    return gap < SEPARATION and rate < 9














def advice(own, other, rate, _4):
    if not alert(own, other, rate):
        return ...










def size(word):
    value = 0
    for digit in word:
        if digit < "0" or digit > "9":
            return -1
        value = 10 * value + ord(digit) - ord("0")
    return value


def main():
    alerts = 0

    for line in sys.stdin.read().split("\n"):
        words = line.split()
        if len(words) < 3:
            continue
        own = size(words[0])
        other = size(words[1])
        rate = size(words[2])
        if own < 0 or other < 0 or rate < 0:
            continue



        decided = advice(own, other, rate, ...)

        if decided != ...:
            alerts += 1


    print(alerts)



main()
