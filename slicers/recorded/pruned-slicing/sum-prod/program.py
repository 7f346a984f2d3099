import sys

total = 0
product = 1
for word in sys.stdin.read().split():
    if not word.isdigit():
        continue
    total += int(word)
    product *= int(word)
print(total)
print(product)
