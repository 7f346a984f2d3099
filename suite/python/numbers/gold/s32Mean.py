
import math
import sys

numbers = []

for word in sys.stdin.read().split():
    if word.lstrip("-").isdigit():
        numbers.append(int(word))



total = 0


for number in numbers:
    total = total + number




mean = 0
if numbers:
    mean = total / len(numbers)







print(..., mean)
