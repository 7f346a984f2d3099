#include <stdio.h>
#include <stdlib.h>

#define FARTHEST 150

/* Usage: program [NUMBER [STEP]]
   Whether a number of up to 150 is even, by going down to zero; and what the way weighs. */

int is_odd(int number, int step, int *weight);

int is_even(int number, int step, int *weight)
{
    if (number == 0)
        return 1;
    *weight += step;
    return is_odd(number - 1, step, weight);
}

int is_odd(int number, int step, int *weight)
{
    if (number == 0)
        return 0;
    *weight += 2 * step;
    return is_even(number - 1, step, weight);
}

int distance(int number)
{
    return number < 0 ? -number : number;
}

int main(int argc, char **argv)
{
    int number = argc > 1 ? atoi(argv[1]) : 1;
    int step = argc > 2 ? atoi(argv[2]) : 1;
    int weight = 0;
    int even;

    if (distance(number) > FARTHEST)
        return 1;
    even = is_even(distance(number), step, &weight);
    if (!even && weight > 10)
        weight -= 10;
    printf("even: %d\n", even);
    printf("weight: %d\n", weight);
    return 0;
}
