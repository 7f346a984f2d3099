#include <stdlib.h>
void add(int *to, int number)
{
    *to = *to + number;
}
void increment(int *number)
{
    add(number, 1);
}
void step(int , int *i)
{
    increment(i);
}
int main(int argc, char **argv)
{
    int limit = argc > 1 ? atoi(argv[1]) : 11;
    int sum ;
    int i = 1;
    if (limit > 100)
        limit = 100;
    while (i < limit)
        step(sum, &i);
    i;
}
