
import sys


product = 1


for word in sys.stdin.read().split():
    if word == "end":
        break
    if not word.isdigit():

        continue
    number = int(word)

    if number == 0:
        continue
    product *= number


print(..., product, ..., ...)
