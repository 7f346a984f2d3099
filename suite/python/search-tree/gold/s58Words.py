
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












def size(tree):
    if tree is None:
        return 0
    return size(tree[LEFT]) + 1 + size(tree[RIGHT])















def main():
    tree = None

    for word in sys.stdin.read().split():
        tree = insert(tree, word)



    words = size(tree)

    print(words)




main()
