#include <stdio.h>

/* Reads moves from the standard input. Weights go from the left pan of a scale to the right (>) or back (<),
   come to both pans (b), to the left one (l), or go from the right one (r); x exchanges the pans. The right one weighs 1. */
int main(void)
{
    int    kept;
    int left = 0;
    int right = 1;


    while (sliced)                 {
        switch (sliced) {
        case '>':
            left--;
            right++;

            break;
        case '<':
            left++;
            right--;

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





        }
    }






}
