
import sys






def used(litres):
    return litres - 2


words = sys.stdin.read().split()
fuel = 0
if words and words[0].isdigit():
    fuel = int(words[0])




while fuel > 0:
    if ...:



        fuel = used(fuel)




print(fuel)
