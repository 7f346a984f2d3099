#include <stdio.h>
#include <stdlib.h>

/* Usage: program [READING...]
   Smooths readings of a sensor, and tells the last level, the longest quiet time and the alarms. */

#define QUIET 3

static int alarms;

int level(int reading)
{
    static int level = 0;
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
    int quiet = 0;
    int longest = 0;
    int i;

    alarms = 0;
    for (i = 1; i < argc; i++) {
        int reading = atoi(argv[i]) % 1000;
        int before = last;
        int alarms = 0;

        last = -1;
        alarms++;
        last = level(reading);
        if (last - before < QUIET && before - last < QUIET) {
            int i = quiet + 1;

            quiet = i;
            if (i > longest)
                longest = i;
        } else {
            quiet = 0;
        }
        if (alarms > 1 || last > 60)
            break;
    }
    alarms = longest > QUIET;
    printf("last: %d\n", last);
    printf("longest: %d\n", longest);
    printf("alarms: %d\n", alarms);
    return 0;
}
