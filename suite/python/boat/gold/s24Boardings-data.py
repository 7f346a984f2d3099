
import sys

















boardings = 0
while ...:
    if ...:

        boardings += 1
