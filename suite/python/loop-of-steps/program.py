# Numbers the words of a text, and adds up their numbers.
import sys


def add(a, b):
    return a + b


def increment(z):
    return add(z, 1)


def step(x, y):
    x = add(x, y)
    y = increment(y)
    return x, y


words = len(sys.stdin.read().split())
total = 0
number = 1
while number <= words:
    total, number = step(total, number)
print("sum:", total)
print("next:", number)
