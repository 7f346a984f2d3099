#include <stdio.h>

/* Reads moves from the standard input. Weights go from the left pan of a scale to the right (>) or back (<),
   come to both pans (b), to the left one (l), or go from the right one (r); x exchanges the pans. The right one weighs 1. */
int main(void)
{
    int c, kept, balance, spread;
    int left = 0;
    int right = 1;
    int turns = 0;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case '>':
            left--;
            right++;
            turns++;
            break;
        case '<':
            left++;
            right--;
            turns++;
            break;
        case 'b':
            right++;
        case 'l':
            left++;
            break;
        case 'r':
            right--;
            break;
        case 'x':
            kept = left;
            left = right;
            right = kept;
            turns += 2;
            turns--;
            break;
        default:
            continue;
        }
    }
    balance = left + right;
    spread = left - right;
    printf("balance: %d\n", balance);
    printf("spread: %d\n", spread);
    printf("turns: %d\n", turns);
    return 0;
}
