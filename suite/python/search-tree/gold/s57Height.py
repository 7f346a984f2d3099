
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


def depth(tree):
    if tree is None:
        return 0
    left = depth(tree[LEFT])
    right = depth(tree[RIGHT])
    if left > right:
        return left + 1
    return right + 1





















def main():
    tree = None

    for word in sys.stdin.read().split():
        tree = insert(tree, word)


    height = depth(tree)

    print(height)





main()
