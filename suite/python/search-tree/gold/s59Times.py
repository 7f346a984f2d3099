
import sys

WORD, COUNT, LEFT, RIGHT = 0, 1, 2, 3


def insert(tree, word):
    if tree is None:
        return [word, 1, None, None]
    if word < tree[WORD]:
        tree[LEFT] = insert(tree[LEFT], word)
    elif word > tree[WORD]:
        tree[RIGHT] = insert(tree[RIGHT], word)
    else:
        tree[COUNT] += 1
    return tree


















def find(tree, word):

    while tree is not None:

        if word == tree[WORD]:
            return tree[COUNT], ...
        if word < tree[WORD]:
            tree = tree[LEFT]
        else:
            tree = tree[RIGHT]
    return 0, ...


def main():
    tree = None
    last = ...
    for word in sys.stdin.read().split():
        tree = insert(tree, word)
        last = word
    times, steps = find(tree, last)




    print(times)



main()
