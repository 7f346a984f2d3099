#include <stdio.h>
#include <stdlib.h>

/* Usage: program [NUMBERS...]
   Between which numbers all of them are, and which two that follow each other are furthest apart. */

struct span {
    int low;
    int high;
};

struct summary {
    struct span range;
    int n;
    int n_falls;
};

















static void show_summary(struct summary)
{

}






int main(int argc, char **argv)
{
    struct summary all = { { 0, 0 }, 0, 0 };


    int i, number, before = 0;

    for (i = 1; i < argc; i++) {
        number = atoi(argv[i]) % 1000;



        if (i == 1 || number < all.range.low)
            all.range.low = number;
        if (i == 1 || number > all.range.high)
            all.range.high = number;
        if (number < before)
            all.n_falls++;
        all.n++;
        before = number;
    }
    show_summary(all);


}
