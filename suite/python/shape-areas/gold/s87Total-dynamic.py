# Reads shapes, one in each line ("box 2 5", "square 3", "disc 2"), and reports areas and outlines.
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
        

    












def shape(_1, sizes):
    match sizes:
        

        case [side, _] :
            return Square(side)
        case [side] :
            return Square(side)
        

        

    


def read(text):
    for line in text.splitlines():
        words = line.split()
        if ...:
            sizes = [int(word) for word in words[:] if word.isdigit()]
            yield shape(..., sizes)


shapes = [found for found in read(sys.stdin.read()) ]
total = sum(each.area() for each in shapes)






print(..., total)


