# Switches a heating by the readings of a thermometer: on when it is cold, off when it is warm.
import sys





def readings(text):
    found = []
    for word in text.split():
        if ...:
            found.append(int(word))
    return found
















total = 0
seen = 0
for reading in readings(sys.stdin.read()):
    
    
    

    total += reading
    seen += 1

if ...:
    mean = total // seen


print(..., mean)
