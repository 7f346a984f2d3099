import sys


def doubled(words):
    for word in words:
        yield int(word) * 2


total = sum(doubled(sys.stdin.read().split()))
print(total)
