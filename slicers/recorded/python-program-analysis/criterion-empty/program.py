import sys
# comment
x = 0

if len(sys.argv) > 1:
    x = 1
elif x == 3:
    x = 2
else:
    y = 3
while x < 10:
    x += 1
    if x == 5:
        break
    z = x
def f(a):
    b = a
    c = a + 1
    return b
w = f(x)
u, v = (w, x)
print(u)
print(x,
      v)
