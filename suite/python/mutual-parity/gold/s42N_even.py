
import sys


def is_even(n):
    if n == 0:
        return ...
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)
















def main():
    n_even = 0


    for word in sys.stdin.read().split():
        if is_even(len(word)):
            n_even += 1




    print(n_even)




main()
