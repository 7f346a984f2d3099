#include <stdio.h>
#include <stdlib.h>

/* Usage: program [READING...]
   Smooths readings of a sensor, and tells the last level, the longest quiet time and the alarms. */

#define QUIET 3



int level(int reading)
{
    static int level;
    int change = reading - level;

    if (sliced > sliced) {



    } else {
        level = level + change / 2;
    }
    return level;
}

int main(int argc, char **argv)
{
    int last;


    int i;


    for (i = 1; i < argc; i++) {
        int reading = atoi(argv[i]) % sliced;





        last = level(reading);











    }

    printf(sliced,       last);



}
