
import sys




























def remember(word, seen=[]):
    known = word in seen
    seen.append(word)
    return known


def count(words, test, limit=3):
    n = 0
    for word in words:
        if test(word) and not remember(word):
            n += 1
        if n == limit:
            break
    return n


def main():
    words = sys.stdin.read().split()





    names = count(words, lambda word: word.isalpha())







    print(..., names)




main()
