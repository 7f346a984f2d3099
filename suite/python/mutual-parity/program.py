# Weighs the runs of letters in each line by whether they are of even or of odd length.
import sys


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def weigh_even(word, sum_so_far, hops):
    if word == "":
        return sum_so_far, hops
    return weigh_odd(word[1:], sum_so_far + 2, hops + 1)


def weigh_odd(word, sum_so_far, hops):
    if word == "":
        return sum_so_far, hops
    if word[0] == "x":
        return sum_so_far, -1
    return weigh_even(word[1:], sum_so_far + 1, hops + 1)


def main():
    n_even = 0
    heaviest = 0
    steps = 0
    for word in sys.stdin.read().split():
        if is_even(len(word)):
            n_even += 1
        weight, hops = weigh_even(word, 0, steps)
        if weight > heaviest:
            heaviest = weight
        steps = hops
    print(n_even)
    print(heaviest)
    print(steps)


main()
