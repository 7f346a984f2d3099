
import sys


def coded(text):
    runs = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and text[end] == text[start]:
            end += 1
        runs.append((..., end - start))
        start = end
    return runs


def written(runs):

    for character, length in runs:
        if length > 1:
            parts += ...
























def main():
    text = sys.stdin.read()
    runs = coded(text)
    short = written(runs)









main()
