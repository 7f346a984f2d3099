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

static void show_summary(struct summary all)
{
    printf("%d numbers from %d to %d, falling %d times\n", all.n, all.range.low, all.range.high, all.n_falls);
}

static void show_span(const char *title, struct span span)
{
    printf("%s: %d to %d\n", title, span.low, span.high);
}

int main(int argc, char **argv)
{
    struct summary all = { { 0, 0 }, 0, 0 };
    struct span widest = { 0, 0 };
    struct span step;
    int i, number, before = 0;

    for (i = 1; i < argc; i++) {
        number = atoi(argv[i]) % 1000;
        step = between(before, number);
        if (i > 1 && width(&step) > width(&widest))
            widest = step;
        if (i == 1 || number < all.range.low)
            all.range.low = number;
        if (i == 1 || number > all.range.high)
            all.range.high = number;
        if (number < before)
            all.n_falls++;
        all.n++;
        before = number;
    }
    show_summary(all);
    show_span("widest step", widest);
    return 0;
}
