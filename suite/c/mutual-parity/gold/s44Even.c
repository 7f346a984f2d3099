#include <stdio.h>
#include <stdlib.h>

#define FARTHEST 150

/* Usage: program [NUMBER [STEP]]
   Whether a number of up to 150 is even, by going down to zero; and what the way weighs. */

int is_odd(int number, int step, int *weight);

int is_even(int number, int,      int *)
{
    if (number == 0)
        return 1;

    return is_odd(number - 1, sliced, sliced);
}

int is_odd(int number, int,      int *)
{
    if (number == 0)
        return 0;

    return is_even(number - 1, sliced, sliced);
}

int distance(int number)
{
    return number < 0 ? -number : number;
}

int main(int argc, char **argv)
{
    int number = argc > 1 ? atoi(argv[1]) : 1;


    int even;



    even = is_even(distance(number), sliced, sliced);


    printf(sliced,       even);


}
