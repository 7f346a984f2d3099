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
        return COLD;
    else if (degrees < 25)
        return MILD;
    else if (degrees < 5)
        return FROST;
    else
        return HOT;
}

int main(int argc, char **argv)
{
    int i;
    int heated = 0;
    int icy = 0;
    int outside = 0;
    int unknown = 0;

    for (i = 1; i < argc; i++) {
        switch (band(atoi(argv[i]))) {
        case FROST:
            icy++;
        case COLD:
            heated++;
            break;
        case MILD:
            if (icy > 1)
                break;
        case HOT:
            outside++;
            break;
        default:
            unknown++;
        }
    }
    printf("heated: %d\n", heated);
    printf("icy: %d\n", icy);
    printf("outside: %d\n", outside);
    printf("unknown: %d\n", unknown);
    return 0;
}
