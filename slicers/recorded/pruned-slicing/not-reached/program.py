import sys

total = 0
if len(sys.argv) > 3:
    print(total)
