#include <stdio.h>

struct pair {
    int left;
    int right;
};

static int twice(int x)
{
    return 2 * x;
}

static struct pair fill(int a, int b)
{
    struct pair p;
    p.left = twice(a);
    p.right = twice(b);
    return p;
}

int main(void)
{
    int n = 0;
    int m = 0;
    int result;
    if (scanf("%d %d", &n, &m) != 2) {
        return 1;
    }
    struct pair q = fill(n, m);
    result = q.left;
    printf("%d\n", result);
    printf("%d\n", q.right);
    return 0;
}
