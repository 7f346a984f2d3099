# Adds and multiplies the numbers of a text, up to the word "end".
import sys

total = 0
product = 1
factors = 0
skipped = 0
for word in sys.stdin.read().split():
    if word == "end":
        break
    if not word.isdigit():
        skipped += 1
        continue
    number = int(word)
    total += number
    if number == 0:
        continue
    product *= number
    factors += 1
print("sum:", total)
print("product:", product, "of", factors)
print("no numbers:", skipped)
