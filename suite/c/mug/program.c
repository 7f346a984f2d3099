#include <stdio.h>
#include <stdlib.h>

#define MOST_TURNS 40

/* Usage: program [TURNS [CUPS]]
   As long as there are turns, more than five cups fill the mug and give another number of cups. */

int refill(int cups)
{
    return cups % 5 + 3;
}

int coffee(void)
{
    return 7;
}

int main(int argc, char **argv)
{
    int turns, cups;
    int mug = 0;

    if (argc < 3)
        return 1;
    turns = atoi(argv[1]);
    cups = atoi(argv[2]);
    if (turns > MOST_TURNS)
        return 2;
    while (turns > 0) {
        if (cups > 5) {
            mug = coffee();
            cups = refill(cups);
        }
        turns--;
    }
    printf("mug: %d\n", mug);
    printf("cups: %d\n", cups);
    return 0;
}
