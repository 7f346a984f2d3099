# Keeps the words of a text in a search tree, whose nodes are lists [word, count, left, right], and looks words up.
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


def depth(tree):
    if tree is None:
        return 0
    left = depth(tree[LEFT])
    right = depth(tree[RIGHT])
    if left > right:
        return left + 1
    return right + 1


def size(tree):
    if tree is None:
        return 0
    return size(tree[LEFT]) + 1 + size(tree[RIGHT])


def find(tree, word):
    steps = 0
    while tree is not None:
        steps += 1
        if word == tree[WORD]:
            return tree[COUNT], steps
        if word < tree[WORD]:
            tree = tree[LEFT]
        else:
            tree = tree[RIGHT]
    return 0, steps


def main():
    tree = None
    last = ""
    for word in sys.stdin.read().split():
        tree = insert(tree, word)
        last = word
    times, steps = find(tree, last)
    height = depth(tree)
    words = size(tree)
    print(height)
    print(words)
    print(times)
    print(steps)


main()
