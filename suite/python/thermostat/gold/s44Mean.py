
import sys





def readings(text):
    found = []
    for word in text.split():
        if word.isdigit():
            found.append(int(word))
    return found
















total = 0
seen = 0
for reading in readings(sys.stdin.read()):




    total += reading
    seen += 1
mean = 0
if seen > 0:
    mean = total // seen


print(..., mean)
