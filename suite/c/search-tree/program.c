#include <stdio.h>
#include <stdlib.h>

/* Usage: program [WANTED [KEYS...]]
   Puts keys into a search tree, and looks for one of them. */

struct node {
    int key;
    int count;
    struct node *left;
    struct node *right;
};

struct node *leaf(int key)
{
    struct node *made = malloc(sizeof(struct node));

    made->key = key;
    made->count = 1;
    made->left = NULL;
    made->right = NULL;
    return made;
}

void insert(struct node **place, int key)
{
    while (*place != NULL) {
        if (key < (*place)->key) {
            place = &(*place)->left;
        } else if (key > (*place)->key) {
            place = &(*place)->right;
        } else {
            (*place)->count++;
            return;
        }
    }
    *place = leaf(key);
}

int larger(int a, int b)
{
    return a > b ? a : b;
}

int depth(struct node *tree)
{
    if (tree == NULL)
        return 0;
    return 1 + larger(depth(tree->left), depth(tree->right));
}

int found(struct node *tree, int wanted)
{
    if (tree == NULL)
        return 0;
    if (wanted == tree->key)
        return tree->count;
    return found(wanted < tree->key ? tree->left : tree->right, wanted);
}

int main(int argc, char **argv)
{
    struct node *root = NULL;
    struct node *at;
    int i, times, height, least;

    for (i = 2; i < argc; i++)
        insert(&root, atoi(argv[i]));
    times = found(root, argc > 1 ? atoi(argv[1]) : 0);
    height = depth(root);
    least = -1;
    for (at = root; at != NULL; at = at->left)
        least = at->key;
    printf("times: %d\n", times);
    printf("height: %d\n", height);
    printf("least: %d\n", least);
    return 0;
}
