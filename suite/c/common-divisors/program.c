#include <stdio.h>
#include <stdlib.h>

/* Usage: program [A [B]]
   Common divisors of two numbers below 500: how many above one there are, the greatest, the least above one. */

int greatest_common(int a, int b)
{
    int rest;

    if (a < b) {
        rest = a;
        a = b;
        b = rest;
    }
    do {
        rest = a % b;
        a = b;
        b = rest;
    } while (rest != 0);
    return a;
}

int divides(int divisor, int number)
{
    return number % divisor == 0;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) % 500 : 12;
    int b = argc > 2 ? atoi(argv[2]) % 500 : 18;
    int shared = 0;
    int least = 0;
    int i, greatest;

    if (a < 1 || b < 1)
        return 1;
    greatest = greatest_common(a, b);
    for (i = 2; i <= a; i++) {
        if (!divides(i, a) || !divides(i, b))
            continue;
        shared++;
        if (least == 0)
            least = i;
    }
    printf("shared: %d\n", shared);
    printf("greatest: %d\n", greatest);
    printf("least: %d\n", least);
    return 0;
}
