
import sys


def fill(tables, waiting, moves):
    for word in moves:
        if word == "-":
            if waiting:
                shortest(tables).append(waiting.pop(0))
        elif ">" in word:
            place = word.index(">")
            seat(tables, word[:place], word[place + 1:])
        else:
            waiting.append(word)


def seat(tables, name, number):
    for i in range(len(tables)):
        if str(i + 1) == number:
            tables[i].append(name)




def shortest(tables):
    best = tables[0]
    for table in tables:
        if len(table) < len(best):
            best = table
    return best


def main():
    tables = [[], [], []]
    waiting = []
    window = tables[2]

    fill(tables, waiting, sys.stdin.read().split())
    window.append("plant")







    last = tables[2]


    print(last)




main()
