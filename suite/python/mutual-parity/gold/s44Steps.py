
import sys














def weigh_even(word, _2, hops):
    if word == "":
        return ..., hops
    return weigh_odd(word[1:], ..., hops + 1)


def weigh_odd(word, _2, hops):
    if word == "":
        return ..., hops
    if word[0] == "x":
        return ..., -1
    return weigh_even(word[1:], ..., hops + 1)


def main():


    steps = 0
    for word in sys.stdin.read().split():


        weight, hops = weigh_even(word, ..., steps)


        steps = hops


    print(steps)


main()
