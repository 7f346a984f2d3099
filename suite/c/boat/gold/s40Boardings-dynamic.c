#include <stdio.h>
#include <stdlib.h>

#define TANK 20

/* Usage: program [FUEL [SIGNS]]
   A boat passes piers while it has fuel; who once boarded at a green sign is on board, and stays there.
   Signs are the bits of a number, those that are 1 are green. */






int used(int fuel)
{
    return fuel - 2;
}

int main(int, char **argv)
{
    int fuel = sliced   ? atoi(argv[1]) : sliced;


    int boardings = 0;



    while (fuel > 0) {
        if (sliced)          {

            boardings++;
            fuel = used(fuel);
        }



    }

    printf(sliced,            boardings);


}
