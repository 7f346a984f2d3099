#include <stdlib.h>
void swap(int *a, int *b)
{
    *a = *b;
}
int main(int argc, char **argv)
{
    int first = argc > 1 ? atoi(argv[1]) : 0;
    int second = argc > 2 ? atoi(argv[2]) : 0;
    if (first > second)
        swap(&first, &second);
    first;
}
