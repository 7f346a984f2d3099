#include <stdio.h>
#include <stdlib.h>

/* Usage: program [A [B]]
   Common divisors of two numbers below 500: how many above one there are, the greatest, the least above one. */























int main(int,      char **)
{



    int least;
    int i;




    for (i = 2; ;       i++) {
        if (sliced)
            continue;

        if (sliced)
            least = i;
    }




}
