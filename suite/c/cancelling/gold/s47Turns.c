#include <stdio.h>

/* Reads moves from the standard input. Weights go from the left pan of a scale to the right (>) or back (<),
   come to both pans (b), to the left one (l), or go from the right one (r); x exchanges the pans. The right one weighs 1. */
int main(void)
{
    int c;


    int turns = 0;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case '>':




        case '<':












        case 'x':



            turns += 2;
            turns--;



        }
    }




    printf(sliced,        turns);

}
