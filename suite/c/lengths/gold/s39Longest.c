#include <stdio.h>
#include <string.h>

/* Usage: program [WORDS...]
   How many words there are of each length, and the first of the longest. */

#define N_LENGTHS 5
#define MAX_WORD 12














int main(int argc, char **argv)
{

    char longest[MAX_WORD];
    int i, n;

    longest[0] = '\0';
    for (i = 1; i < argc; i++) {
        n = (int) strlen(argv[i]);

        if (n > (int) strlen(longest) && n < MAX_WORD)
            strcpy(longest, argv[i]);


    }

    printf(sliced,          longest);


}
