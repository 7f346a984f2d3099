#include <stdio.h>
#include <string.h>

/* Usage: program [WORD...]
   Adds and multiplies the numbers among the words, up to the word "end". */

struct totals {
    int sum;
    int product;
    int skipped;
};

int number(const char *word)
{
    int value = 0;

    if (*word == '\0')
        return -1;
    while (*word != '\0') {
        if (*word < '0' || *word > '9')
            return -1;
        value = (value * 10 + *word - '0') % 1000;
        word++;
    }
    return value;
}

int main(int argc, char **argv)
{
    struct totals totals = { 0, 1, 0 };
    int i, value, sum, product, skipped;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "end") == 0)
            break;
        value = number(argv[i]);
        if (value < 0) {
            totals.skipped++;
            continue;
        }
        totals.sum += value;
        if (value == 0)
            continue;
        totals.product = totals.product * value % 1000;
    }
    sum = totals.sum;
    product = totals.product;
    skipped = totals.skipped;
    printf("sum: %d\n", sum);
    printf("product: %d\n", product);
    printf("no numbers: %d\n", skipped);
    return 0;
}
