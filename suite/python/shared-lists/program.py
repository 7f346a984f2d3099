# Puts people at tables: "name" waits, "name>table" sits down, "-" sends the first who waits to the shortest table.
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
            return i
    return -1


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
    queue = waiting
    fill(tables, waiting, sys.stdin.read().split())
    window.append("plant")
    seated = 0
    for table in tables:
        seated += len(table)
    copy = queue[:]
    copy.append("end")
    queue.append("last")
    first = tables[0]
    last = tables[2]
    print(seated)
    print(first)
    print(last)
    print(waiting)
    print(copy)


main()
