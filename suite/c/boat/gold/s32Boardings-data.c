#include <stdio.h>
#include <stdlib.h>

#define TANK 20

/* Usage: program [FUEL [SIGNS]]
   A boat passes piers while it has fuel; who once boarded at a green sign is on board, and stays there.
   Signs are the bits of a number, those that are 1 are green. */











int main(int,      char **)
{



    int boardings = 0;



    while (sliced)   {
        if (sliced)          {

            boardings++;

        }



    }




}
