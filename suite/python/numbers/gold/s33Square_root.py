
import math
import sys

numbers = []

for word in sys.stdin.read().split():
    if word.lstrip("-").isdigit():
        numbers.append(int(word))




product = 1

for number in numbers:

    product = product * number







square_root = 0
if product > 0:
    square_root = math.sqrt(product)




print(..., square_root)
