
import math
import sys

numbers = []

for word in sys.stdin.read().split():
    if word.lstrip("-").isdigit():
        numbers.append(int(word))





largest = None
for number in numbers:


    if largest is None or number > largest:
        largest = number










print(..., largest)
