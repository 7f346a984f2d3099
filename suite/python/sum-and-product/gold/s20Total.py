
import sys

total = 0



for word in sys.stdin.read().split():
    if word == "end":
        break
    if not word.isdigit():

        continue
    number = int(word)
    total += number




print(..., total)
