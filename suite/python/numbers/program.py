# Sums up the whole numbers on the standard input.
import math
import sys

numbers = []
skipped = 0
for word in sys.stdin.read().split():
    if word.lstrip("-").isdigit():
        numbers.append(int(word))
    else:
        skipped = skipped + 1

total = 0
product = 1
largest = None
for number in numbers:
    total = total + number
    product = product * number
    if largest is None or number > largest:
        largest = number

mean = 0
if numbers:
    mean = total / len(numbers)

square_root = 0
if product > 0:
    square_root = math.sqrt(product)

print("skipped words:", skipped)
print("maximum:", largest)
print("average:", mean)
print("root of the product:", square_root)
