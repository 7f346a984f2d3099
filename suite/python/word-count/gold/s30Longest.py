
import sys


def is_blank(c):
    return c == " " or c == "\t" or c == "\n"


text = sys.stdin.read()



length = 0
longest = 0
for character in text:


    if is_blank(character):

        length = 0
    else:



        length += 1
        if length > longest:
            longest = length


print(..., longest)
