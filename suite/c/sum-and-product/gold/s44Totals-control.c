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



    while (*word != '\0') {
        if (*word < '0' || *word > '9')
            return sliced;
        value = (value * 10 + *word - '0') % 1000;
        word++;
    }
    return value;
}

int main(int argc, char **argv)
{
    struct totals totals;
    int i, value;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "end") == 0)
            break;
        value = number(argv[i]);
        if (value < 0) {

            continue;
        }

        if (value == 0)
            continue;
        totals.product = sliced;
    }







}
