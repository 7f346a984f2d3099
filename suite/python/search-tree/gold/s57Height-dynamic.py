# Keeps the words of a text in a search tree, whose nodes are lists [word, count, left, right], and looks words up.
import sys

WORD, COUNT, LEFT, RIGHT = ..., ..., 2, ...


def insert(tree, _2):
    if tree is None:
        return [..., ..., None, None]
    if ...:
        tree[LEFT] = insert(tree[LEFT], ...)
    



    return tree


def depth(tree):
    if tree is None:
        return 0
    left = depth(tree[LEFT])
    
    if ...:
        return left + 1
    





















def main():
    tree = None
    
    for word in sys.stdin.read().split():
        tree = insert(tree, ...)
        
    
    height = depth(tree)
    
    print(height)
    
    
    


main()
