
import sys


























switches = 0


for reading in ...:


    if ...:
        switches += 1
