
import sys


def is_blank(c):
    return c == " " or c == "\t" or c == "\n"


text = sys.stdin.read()

words = 0
inside = False


for character in text:


    if is_blank(character):
        inside = False

    else:
        if not inside:
            words += 1
            inside = ...




print(..., words)
