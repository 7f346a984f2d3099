#include <stdio.h>
#include <string.h>

/* Usage: program [WORDS...]
   How many words there are of each length, and the first of the longest. */

#define N_LENGTHS 5
#define MAX_WORD 12














int main(int,      char **argv)
{

    char longest[MAX_WORD];
    int i;

    longest[0] = '\0';
    for (i = 1; ;         i++) {


        if (sliced)
            strcpy(longest, argv[i]);


    }




}
