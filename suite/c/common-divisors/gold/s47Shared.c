#include <stdio.h>
#include <stdlib.h>

/* Usage: program [A [B]]
   Common divisors of two numbers below 500: how many above one there are, the greatest, the least above one. */


















int divides(int divisor, int number)
{
    return number % divisor == 0;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) % 500 : 12;
    int b = argc > 2 ? atoi(argv[2]) % 500 : 18;
    int shared = 0;

    int i;




    for (i = 2; i <= a; i++) {
        if (!divides(i, a) || !divides(i, b))
            continue;
        shared++;


    }
    printf(sliced,         shared);



}
