
import sys


class Shape:













    def fence(self):
        return self.outline() + self.corners


class Box(Shape):
    corners = 4

    def __init__(self, width, height):

        self.width = width
        self.height = height




    def outline(self):
        return 2 * (self.width + self.height)


class Square(Box):
    def __init__(_1, side):
        super().__init__(side, side)















def shape(name, sizes):
    match sizes:
        case [width, height] if name == "box" and ...:
            return Box(width, height)


        case [side] if name == "square":
            return Square(side)







def read(text):
    for line in text.splitlines():
        words = line.split()
        if words:
            sizes = [int(word) for word in words[1:] if word.isdigit()]
            yield shape(words[0], sizes)


shapes = [found for found in read(sys.stdin.read()) if found is not None]

fences = 0

for each in shapes:
    fences += each.fence()



print(..., fences)
