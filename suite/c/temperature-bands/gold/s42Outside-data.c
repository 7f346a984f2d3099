#include <stdio.h>
#include <stdlib.h>

/* Usage: program [DEGREES...]
   Sorts temperatures into bands, and counts. */

enum band { FROST, COLD, MILD, HOT };















int main(int,      char **)
{



    int outside = 0;


    for (; ; )                 {
        switch (sliced)              {





        case MILD:


        case HOT:
            outside++;



        }
    }





}
