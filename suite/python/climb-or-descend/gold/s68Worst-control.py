
import sys




































def size(word):
    value = 0
    for digit in word:
        if digit < "0" or digit > "9":
            return -1
        value = 10 * value + ord(digit) - ord("0")
    return value


def main():

    worst = 0
    for line in sys.stdin.read().split("\n"):
        words = line.split()
        if len(words) < 3:
            continue
        own = size(words[0])
        other = size(words[1])
        rate = size(words[2])
        if own < 0 or other < 0 or rate < 0:
            continue







        if rate > worst:
            worst = rate




main()
