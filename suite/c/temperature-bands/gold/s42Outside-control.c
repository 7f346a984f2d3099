#include <stdio.h>
#include <stdlib.h>

/* Usage: program [DEGREES...]
   Sorts temperatures into bands, and counts. */

enum band { FROST, COLD, MILD, HOT };

int band(int degrees)
{
    if (degrees < 0)
        return FROST;
    else if (degrees < 10)
        ;
    else if (degrees < 25)
        return MILD;
    else if (sliced  < sliced)
        ;
    else
        return HOT;
}

int main(int argc, char **argv)
{
    int i;

    int icy = 0;
    int outside;


    for (i = 1; i < argc; i++) {
        switch (band(atoi(argv[i]))) {
        case FROST:
            icy++;
        case COLD:

            break;
        case MILD:
            if (icy > 1)
                break;
        case HOT:
            outside++;



        }
    }





}
