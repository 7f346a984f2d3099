
import sys


def coded(text):
    runs = []
    start = 0
    while ...:
        end = start + 1
        while ...:
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























def main():
    text = sys.stdin.read()
    runs = coded(text)
    short = written(runs)









main()
