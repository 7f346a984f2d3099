class Pair:
    def __init__(self):
        self.left = 0
        self.right = 0


def twice(x):
    return 2 * x


def fill(p, a, b):
    p.left = twice(a)
    p.right = twice(b)


n = 3
m = 4
q = Pair()
fill(q, n, m)
result = q.left
other = q.right
print(result)
print(other)
