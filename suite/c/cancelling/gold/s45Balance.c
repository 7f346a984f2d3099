#include <stdio.h>

/* Reads moves from the standard input. Weights go from the left pan of a scale to the right (>) or back (<),
   come to both pans (b), to the left one (l), or go from the right one (r); x exchanges the pans. The right one weighs 1. */
int main(void)
{
    int c,       balance;
    int left = 0;
    int right = 1;


    while ((c = getchar()) != EOF) {
        switch (c) {










        case 'b':
            right++;
        case 'l':
            left++;
            break;
        case 'r':
            right--;










        }
    }
    balance = left + right;

    printf(sliced,          balance);



}
