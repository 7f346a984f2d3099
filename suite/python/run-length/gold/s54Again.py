
import sys


def coded(text):
    runs = []
    start = 0
    while start < len(text):
        end = start + 1


        runs.append((text[start], end - start))
        start = end
    return runs











def decoded(runs):
    text = ""
    for character, length in runs:
        text += character * length
    return text















def main():
    text = sys.stdin.read()
    runs = coded(text)

    again = decoded(runs)



    print(again == ...)




main()
