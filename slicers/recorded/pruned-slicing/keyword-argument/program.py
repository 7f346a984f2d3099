import sys


def scaled(value, factor=2):
    return value * factor


total = scaled(int(sys.stdin.read()), factor=3)
print(total)
