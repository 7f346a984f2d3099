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










int main(int argc, char **argv)
{
    struct node *root = NULL;

    int i,        height;

    for (i = 2; i < argc; i++)
        insert(&root, atoi(argv[i]));

    height = depth(root);




    printf(sliced,         height);


}
