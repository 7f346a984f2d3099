
import sys


class Shape:



    def __init__(self, name):

        self.name = name


























class Square():
    def __init__(self, _2):

        self.name = "square"














def shape(name, sizes):
    match sizes:
        case [width, height] if ... and width != height:
            pass
        case [side, _] if name == "box":
            return Square(...)
        case [side] if name == "square":
            return Square(...)


        case []:
            return Shape(name)



def read(text):
    for line in text.splitlines():
        words = line.split()
        if words:
            sizes = [int(word) for word in words[1:] if word.isdigit()]
            yield shape(words[0], sizes)


shapes = [found for found in read(sys.stdin.read()) if found is not None]


squares = 0
for each in shapes:

    if each.name == "square":
        squares += 1


print(..., squares, ..., ...)
