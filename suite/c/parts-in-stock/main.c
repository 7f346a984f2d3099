#include <stdio.h>
#include <stdlib.h>

#include "stock.h"

/* Usage: program [PART AMOUNT]...
   Puts parts into a stock and takes them out of it. */

/* More than this in one place is much. */
static int limit = 3;

int main(int argc, char **argv)
{
    struct stock stock = { { 0 }, 0 };
    int i, left, sum, most = 0, n_much = 0;

    for (i = 1; i + 1 < argc; i += 2) {
        left = move(&stock, atoi(argv[i]), atoi(argv[i + 1]) % 20);
        most = LARGER(most, left);
        if (left > limit)
            n_much++;
    }
    sum = total(&stock);
    printf("all: %d\n", sum);
    printf("most: %d\n", most);
    printf("much: %d\n", n_much);
    printf("moves: %d, refused: %d\n", stock.n_moves, n_refused);
    return 0;
}
