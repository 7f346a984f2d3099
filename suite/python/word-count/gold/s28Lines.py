
import sys






text = sys.stdin.read()
lines = 0




for character in text:
    if character == "\n":
        lines += 1










print(..., lines)
