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

static int width(const struct span *span)
{
    return span->high - span->low;
}






static void show_span(const char *,      struct span)
{

}

int main(int argc, char **argv)
{

    struct span widest = { 0, 0 };
    struct span step;
    int i, number, before;

    for (i = 1; i < argc; i++) {
        number = atoi(argv[i]) % 1000;
        step = between(before, number);
        if (i > 1 && width(&step) > width(&widest))
            widest = step;







        before = number;
    }

    show_span(sliced,        widest);

}
