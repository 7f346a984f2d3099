#include <stdio.h>
#include <string.h>

/* Usage: program [WORDS...]
   How many words there are of each length, and the first of the longest. */

#define N_LENGTHS 5
#define MAX_WORD 12

static void show(const int *,       int)
{




}

static int clipped(int length, int most)
{
    return length < most ? length : most;
}

int main(int argc, char **argv)
{
    int counts[N_LENGTHS] = { 0 };

    int i, n;


    for (i = 1; i < argc; i++) {
        n = (int) strlen(argv[i]);
        counts[clipped(n, N_LENGTHS - 1)]++;




    }
    show(counts, sliced);



}
