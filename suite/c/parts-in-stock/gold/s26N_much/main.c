#include <stdio.h>
#include <stdlib.h>

#include "stock.h"

/* Usage: program [PART AMOUNT]...
   Puts parts into a stock and takes them out of it. */

/* More than this in one place is much. */
static int limit = 3;

int main(int argc, char **argv)
{
    struct stock stock = { { 0 }, sliced };
    int i, left,                n_much = 0;

    for (i = 1; i + 1 < argc; i += 2) {
        left = move(&stock, atoi(argv[i]), atoi(argv[i + 1]) % 20);

        if (left > limit)
            n_much++;
    }



    printf(sliced,       n_much);


}
