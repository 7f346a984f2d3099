#include <stdio.h>
#include <string.h>

/* Usage: program [WORDS...]
   How many words there are of each length, and the first of the longest. */

#define N_LENGTHS 5
#define MAX_WORD 12

static void show(const int *counts, int n)
{
    int i;

    for (i = 0; i < n; i++)
        printf("length %d: %d\n", i, counts[i]);
}

static int clipped(int length, int most)
{
    return length < most ? length : most;
}

int main(int argc, char **argv)
{
    int counts[N_LENGTHS] = { 0 };
    char longest[MAX_WORD];
    int i, n, vowels = 0;

    longest[0] = '\0';
    for (i = 1; i < argc; i++) {
        n = (int) strlen(argv[i]);
        counts[clipped(n, N_LENGTHS - 1)]++;
        if (n > (int) strlen(longest) && n < MAX_WORD)
            strcpy(longest, argv[i]);
        if (n > 0 && strchr("aeiou", argv[i][0]) != NULL)
            vowels++;
    }
    show(counts, N_LENGTHS);
    printf("longest: %s\n", longest);
    printf("%d begin with a vowel\n", vowels);
    return 0;
}
