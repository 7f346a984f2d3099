#include <stdio.h>
#include <stdlib.h>

/* Usage: program [LIMIT]
   Adds up the numbers below LIMIT, at most 100, by functions that change what their arguments point to. */

void add(int *to, int number)
{
    *to = *to + number;
}

void increment(int *number)
{
    add(number, 1);
}

void step(int *sum, int *i)
{
    add(sum, *i);
    increment(i);
}

int main(int argc, char **argv)
{
    int limit = argc > 1 ? atoi(argv[1]) : 11;
    int sum = 0;
    int i = 1;

    if (limit > 100)
        limit = 100;
    while (i < limit)
        step(&sum, &i);
    printf("sum: %d\n", sum);
    printf("i: %d\n", i);
    return 0;
}
