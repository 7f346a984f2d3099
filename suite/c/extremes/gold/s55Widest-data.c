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

static struct span between(int a, int b)
{
    struct span span = { a, b };

    if (a > b) {
        span.low = b;
        span.high = a;
    }
    return span;
}
















int main(int,      char **argv)
{

    struct span widest;
    struct span step;
    int i, number, before;

    for (i = 1; ;         i++) {
        number = atoi(argv[i]) % 1000;
        step = between(before, number);
        if (sliced)
            widest = step;







        before = number;
    }



}
