
import sys



factors = 0

for word in sys.stdin.read().split():
    if word == "end":
        break
    if not word.isdigit():

        continue
    number = int(word)

    if number == 0:
        continue

    factors += 1

print(..., ..., ..., factors)
