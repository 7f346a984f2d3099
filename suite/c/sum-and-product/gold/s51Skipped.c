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
        return sliced;
    while (*word != '\0') {
        if (*word < '0' || *word > '9')
            return sliced;

        word++;
    }
    return value;
}

int main(int argc, char **argv)
{
    struct totals totals = { sliced, sliced, 0 };
    int i, value,               skipped;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "end") == 0)
            break;
        value = number(argv[i]);
        if (value < 0) {
            totals.skipped++;

        }




    }


    skipped = totals.skipped;


    printf(sliced,             skipped);

}
