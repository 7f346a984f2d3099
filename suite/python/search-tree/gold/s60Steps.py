
import sys

WORD, COUNT, LEFT, RIGHT = 0, ..., 2, 3


def insert(tree, word):
    if tree is None:
        return [word, ..., None, None]
    if word < tree[WORD]:
        tree[LEFT] = insert(tree[LEFT], word)
    elif word > tree[WORD]:
        tree[RIGHT] = insert(tree[RIGHT], word)


    return tree


















def find(tree, word):
    steps = 0
    while tree is not None:
        steps += 1
        if word == tree[WORD]:
            return ..., steps
        if word < tree[WORD]:
            tree = tree[LEFT]
        else:
            tree = tree[RIGHT]
    return ..., steps


def main():
    tree = None
    last = ...
    for word in sys.stdin.read().split():
        tree = insert(tree, word)
        last = word
    times, steps = find(tree, last)





    print(steps)


main()
