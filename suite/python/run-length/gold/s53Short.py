
import sys


def coded(text):
    runs = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and text[end] == text[start]:
            end += 1
        runs.append((text[start], end - start))
        start = end
    return runs


def written(runs):
    parts = ""
    for character, length in runs:
        if length > 1:
            parts += str(length)
        parts += character
    return parts






















def main():
    text = sys.stdin.read()
    runs = coded(text)
    short = written(runs)



    print(short)





main()
