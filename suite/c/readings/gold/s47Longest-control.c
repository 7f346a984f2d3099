#include <stdio.h>
#include <stdlib.h>

/* Usage: program [READING...]
   Smooths readings of a sensor, and tells the last level, the longest quiet time and the alarms. */

#define QUIET 3



int level(int reading)
{
    static int level;
    int change = reading - level;

    if (change > 10) {
        int change = 10;

        level = level + change;
    } else {
        level = level + change / 2;
    }
    return level;
}

int main(int argc, char **argv)
{
    int last = 0;
    int quiet;
    int longest;
    int i;


    for (i = 1; i < argc; i++) {
        int reading = atoi(argv[i]) % 1000;
        int before = last;




        last = level(reading);
        if (last - before < QUIET && before - last < QUIET) {
            int i = quiet + 1;

            quiet = i;
            if (i > longest)
                longest = i;
        } else {
            quiet = sliced;
        }
        if (sliced > sliced || last > 60)
            break;
    }





}
