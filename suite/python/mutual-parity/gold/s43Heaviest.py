
import sys














def weigh_even(word, sum_so_far, _3):
    if word == "":
        return sum_so_far, ...
    return weigh_odd(word[1:], sum_so_far + 2, ...)


def weigh_odd(word, sum_so_far, _3):
    if word == "":
        return sum_so_far, ...
    if word[0] == "x":
        return sum_so_far, ...
    return weigh_even(word[1:], sum_so_far + 1, ...)


def main():

    heaviest = 0

    for word in sys.stdin.read().split():


        weight, hops = weigh_even(word, 0, ...)
        if weight > heaviest:
            heaviest = weight


    print(heaviest)



main()
