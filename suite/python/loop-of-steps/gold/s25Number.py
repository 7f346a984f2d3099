
import sys


def add(a, b):
    return a + b


def increment(z):
    return add(z, 1)


def step(_1, y):

    y = increment(y)
    return ..., y


words = len(sys.stdin.read().split())

number = 1
while number <= words:
    total, number = step(..., number)

print(..., number)
