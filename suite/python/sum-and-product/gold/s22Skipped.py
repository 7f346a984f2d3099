
import sys




skipped = 0
for word in sys.stdin.read().split():
    if word == "end":
        break
    if not word.isdigit():
        skipped += 1









print(..., skipped)
