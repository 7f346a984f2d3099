
import sys


def fill(tables, waiting, moves):
    for word in moves:
        if word == "-":
            if waiting:
                shortest(tables).append(waiting.pop(0))
        elif ">" in word:
            place = word.index(">")
            seat(tables, ..., word[place + 1:])
        else:
            waiting.append(...)


def seat(tables, _2, number):
    for i in range(len(tables)):
        if str(i + 1) == number:
            tables[i].append(...)




def shortest(tables):
    best = tables[0]



    return best


def main():
    tables = [[], [], []]
    waiting = []
    window = tables[2]

    fill(tables, waiting, sys.stdin.read().split())
    window.append(...)
    seated = 0
    for table in tables:
        seated += len(table)





    print(seated)






main()
