#include <stdio.h>
#include <stdlib.h>

#define MOST_TURNS 40

/* Usage: program [TURNS [CUPS]]
   As long as there are turns, more than five cups fill the mug and give another number of cups. */

int refill(int cups)
{
    return cups % 5 + 3;
}






int main(int,      char **argv)
{
    int turns, cups;




    turns = atoi(argv[1]);
    cups = atoi(argv[2]);


    while (turns > 0) {
        if (cups > 5) {

            cups = refill(cups);
        }
        turns--;
    }

    printf(sliced,       cups);

}
