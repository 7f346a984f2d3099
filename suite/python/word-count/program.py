# Counts lines and words of a text, and finds how long its longest word is.
import sys


def is_blank(c):
    return c == " " or c == "\t" or c == "\n"


text = sys.stdin.read()
lines = 0
words = 0
inside = False
length = 0
longest = 0
for character in text:
    if character == "\n":
        lines += 1
    if is_blank(character):
        inside = False
        length = 0
    else:
        if not inside:
            words += 1
            inside = True
        length += 1
        if length > longest:
            longest = length
print("lines:", lines)
print("words:", words)
print("longest:", longest)
