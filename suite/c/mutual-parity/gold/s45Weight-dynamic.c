#include <stdio.h>
#include <stdlib.h>

#define FARTHEST 150

/* Usage: program [NUMBER [STEP]]
   Whether a number of up to 150 is even, by going down to zero; and what the way weighs. */

int is_odd(int number, int step, int *weight);

int is_even(int number, int step, int *weight)
{


    *weight += step;
    return is_odd(number - 1, step, weight);
}

int is_odd(int number, int step, int *weight)
{
    if (number == 0)
        return sliced;
    *weight += 2 * step;
    return is_even(number - 1, step, weight);
}

int distance(int number)
{
    return sliced < sliced ? sliced : number;
}

int main(int, char **argv)
{
    int number = sliced   ? atoi(argv[1]) : sliced;
    int step = sliced   ? atoi(argv[2]) : sliced;
    int weight = 0;
    int even;



    even = is_even(distance(number), step, &weight);
    if (sliced)
        weight -= 10;

    printf(sliced,         weight);

}
