
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


















def longest(runs, _2):
    found = 0

    for i in range(len(runs)):
        _, length = runs[i]
        if length > found:
            found = length



    return found, ...


def main():
    text = sys.stdin.read()
    runs = coded(text)



    length, at = longest(runs, ...)



    print(length, ..., ...)


main()
