# Writes a text with the length of each run of equal characters, and reads it again.
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


def decoded(runs):
    text = ""
    for character, length in runs:
        text += character * length
    return text


def longest(runs, limit):
    found = 0
    at = -1
    for i in range(len(runs)):
        _, length = runs[i]
        if length > found:
            found = length
            at = i
            if found >= limit:
                break
    return found, at


def main():
    text = sys.stdin.read()
    runs = coded(text)
    short = written(runs)
    again = decoded(runs)
    saved = len(text) - len(short)
    length, at = longest(runs, len(text))
    print(short)
    print(again == text)
    print(saved)
    print(length, "in run", at)


main()
