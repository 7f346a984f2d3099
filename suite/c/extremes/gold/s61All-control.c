#include <stdio.h>
#include <stdlib.h>

/* Usage: program [NUMBERS...]
   Between which numbers all of them are, and which two that follow each other are furthest apart. */

struct span {
    int low;
    int high;
};

struct summary {
    struct span range;
    int n;
    int n_falls;
};



























int main(int argc, char **argv)
{
    struct summary all;


    int i, number, before = 0;

    for (i = 1; i < argc; i++) {
        number = atoi(argv[i]) % 1000;







        if (number < before)
            all.n_falls++;

        before = number;
    }



}
