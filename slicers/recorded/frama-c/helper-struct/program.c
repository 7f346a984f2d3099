#include <stdio.h>

struct pair {
    int left;
    int right;
};

static int twice(int x)
{
    return 2 * x;
}

int main(int argc, char **argv)
{
    struct pair p;
    p.left = twice(argc);
    p.right = twice(argc + 1);
    int result = p.left;
    printf("%d\n", result);
    printf("%d\n", p.right);
    return 0;
}
