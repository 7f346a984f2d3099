#include <stdio.h>
#include <stdlib.h>

/* Usage: program [DEGREES...]
   Sorts temperatures into bands, and counts. */

enum band { FROST, COLD, MILD, HOT };

int band(int degrees)
{
    if (sliced  < sliced)
        ;
    else if (degrees < 10)
        return COLD;
    else ;





}

int main(int argc, char **argv)
{
    int i;
    int heated = 0;




    for (i = 1; i < argc; i++) {
        switch (band(atoi(argv[i]))) {


        case COLD:
            heated++;









        }
    }
    printf(sliced,         heated);




}
