
import sys




















class Box():


    def __init__(self, width, height):

        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height





class Square(Box):
    def __init__(_1, side):
        super().__init__(side, side)






class Disc():
    def __init__(self, radius):

        self.radius = radius

    def area(self):
        return 3 * self.radius * self.radius


def shape(name, sizes):
    match sizes:
        case [width, height] if name == "box" and ...:
            return Box(width, height)


        case [side] if name == "square":
            return Square(side)
        case [radius] if name == "disc" and ...:
            return Disc(radius)





def read(text):
    for line in text.splitlines():
        words = line.split()
        if words:
            sizes = [int(word) for word in words[1:] if word.isdigit()]
            yield shape(words[0], sizes)


shapes = [found for found in read(sys.stdin.read()) if found is not None]
total = sum(each.area() for each in shapes)






print(..., total)
