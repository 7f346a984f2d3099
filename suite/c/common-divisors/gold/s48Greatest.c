#include <stdio.h>
#include <stdlib.h>

/* Usage: program [A [B]]
   Common divisors of two numbers below 500: how many above one there are, the greatest, the least above one. */

int greatest_common(int a, int b)
{
    int rest;






    do {
        rest = a % b;
        a = b;
        b = rest;
    } while (rest != 0);
    return a;
}






int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) % 500 : 12;
    int b = argc > 2 ? atoi(argv[2]) % 500 : 18;


    int    greatest;



    greatest = greatest_common(a, b);








    printf(sliced,           greatest);


}
