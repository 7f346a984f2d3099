#include <stdio.h>
#include <stdlib.h>

#define FARTHEST 150

/* Usage: program [NUMBER [STEP]]
   Whether a number of up to 150 is even, by going down to zero; and what the way weighs. */

int is_odd(int number, int step, int *weight);

int is_even(int,        int,      int *)
{



    return is_odd(sliced, sliced, sliced);
}

int is_odd(int,        int,      int *)
{
    if (sliced)
        return 0;


}






int main(int, char **)
{



    int even;



    even = is_even(sliced, sliced, sliced);


    printf(sliced,       even);


}
