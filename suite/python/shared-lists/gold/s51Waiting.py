
import sys


def fill(tables, waiting, moves):
    for word in moves:
        if word == "-":
            if waiting:
                shortest(tables).append(waiting.pop(0))
        elif ">" in word:
            pass

        else:
            waiting.append(word)










def shortest(tables):
    best = tables[0]



    return best


def main():
    tables = [[], ..., ...]
    waiting = []

    queue = waiting
    fill(tables, waiting, sys.stdin.read().split())






    queue.append("last")





    print(waiting)



main()
