#include <stdio.h>
#include <stdlib.h>

#define TANK 20

/* Usage: program [FUEL [SIGNS]]
   A boat passes piers while it has fuel; who once boarded at a green sign is on board, and stays there.
   Signs are the bits of a number, those that are 1 are green. */

int is_green(int signs)
{
    return signs % 2 == 1;
}

int used(int fuel)
{
    return fuel - 2;
}

int main(int argc, char **argv)
{
    int fuel = argc > 1 ? atoi(argv[1]) : sliced;
    int signs = argc > 2 ? atoi(argv[2]) : sliced;

    int boardings;

    if (fuel > TANK)
        fuel = TANK;
    while (fuel > 0) {
        if (is_green(signs)) {

            boardings++;
            fuel = used(fuel);
        } else {
            fuel = used(fuel);
        }
        signs = signs / 2;
    }




}
