# Reads shapes, one in each line ("box 2 5", "square 3", "disc 2"), and reports areas and outlines.
import sys


class Shape:
    made = 0
    corners = 0

    def __init__(self, name):
        Shape.made += 1
        self.name = name

    def area(self):
        return 0

    def outline(self):
        return 0

    def fence(self):
        return self.outline() + self.corners


class Box(Shape):
    corners = 4

    def __init__(self, width, height):
        super().__init__("box")
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def outline(self):
        return 2 * (self.width + self.height)


class Square(Box):
    def __init__(self, side):
        super().__init__(side, side)
        self.name = "square"

    def outline(self):
        return 4 * self.width


class Disc(Shape):
    def __init__(self, radius):
        super().__init__("disc")
        self.radius = radius

    def area(self):
        return 3 * self.radius * self.radius


def shape(name, sizes):
    match sizes:
        case [width, height] if name == "box" and width != height:
            return Box(width, height)
        case [side, _] if name == "box":
            return Square(side)
        case [side] if name == "square":
            return Square(side)
        case [radius] if name == "disc" and radius > 0:
            return Disc(radius)
        case []:
            return Shape(name)
    return None


def read(text):
    for line in text.splitlines():
        words = line.split()
        if words:
            sizes = [int(word) for word in words[1:] if word.isdigit()]
            yield shape(words[0], sizes)


shapes = [found for found in read(sys.stdin.read()) if found is not None]
total = sum(each.area() for each in shapes)
fences = 0
squares = 0
for each in shapes:
    fences += each.fence()
    if each.name == "square":
        squares += 1
print("area:", total)
print("fences:", fences)
print("squares:", squares, "of", Shape.made)
