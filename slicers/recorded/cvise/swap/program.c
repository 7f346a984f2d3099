#include <stdio.h>
#include <stdlib.h>

/* Usage: program [FIRST [SECOND]]
   Puts two numbers into ascending order. */

void swap(int *a, int *b)
{
    int kept = *a;

    *a = *b;
    *b = kept;
}

int main(int argc, char **argv)
{
    int first = argc > 1 ? atoi(argv[1]) : 0;
    int second = argc > 2 ? atoi(argv[2]) : 0;

    if (first > second)
        swap(&first, &second);
    printf("%d\n", first);
    printf("%d\n", second);
    return 0;
}
