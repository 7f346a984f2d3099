
import sys




































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


        rate = size(words[2])
        if ...:
            continue







        if ...:
            worst = rate




main()
