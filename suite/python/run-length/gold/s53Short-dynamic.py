# Writes a text with the length of each run of equal characters, and reads it again.
import sys


def coded(text):
    runs = []
    start = 0
    while start < len(text):
        end = start + 1
        

        runs.append((text[start], ...))
        start = end
    return runs


def written(runs):
    parts = ""
    for character, length in runs:
        

        parts += character
    return parts






















def main():
    text = sys.stdin.read()
    runs = coded(text)
    short = written(runs)
    
    
    
    print(short)
    
    
    


main()
