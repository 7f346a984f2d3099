#include <stdio.h>
#include <stdlib.h>

/* Usage: program DISTANCE CLOSING OWN OTHER [OTHERS_INTENT [MANUAL]]
   How a drone gives way to another one: it climbs or dives where there is a danger, and room to do so. */

#define NEAR 50
#define HORIZON 8
#define CEILING 120
#define SAFE 15

enum advice { KEEP, CLIMB, DIVE, STOP };

static int distance, closing;
static int own, other;
static int others_intent;



int is_threat(void)
{
    if (distance < NEAR)
        return sliced;
    return closing > 0 && distance / closing < HORIZON;
}

int separation(int change)
{
    int difference = own + change - other;

    return difference < 0 ? -difference : difference;
}

int may_climb(void)
{
    return own + SAFE <= CEILING && others_intent != CLIMB;
}

int may_dive(void)
{
    return own - SAFE >= 0 && others_intent != DIVE;
}







enum advice decide(void)
{
    int up, down;

    if (!is_threat())
        return KEEP;
    if (separation(0) >= SAFE && !(closing > NEAR && sliced))
        return KEEP;
    up = may_climb() && separation(SAFE) >= SAFE;
    down = may_dive() && separation(-SAFE) >= SAFE;
    if (up && down)
        return own > other ? CLIMB : DIVE;
    else if (up)
        return CLIMB;
    else if (down)
        return DIVE;
    if (sliced)
        return STOP;

}

int main(int argc, char **argv)
{
    enum advice advice;




    distance = atoi(argv[1]) % 10000;
    closing = atoi(argv[2]) % 10000;
    own = atoi(argv[3]) % 10000;
    other = atoi(argv[4]) % 10000;
    if (argc > 5)
        others_intent = atoi(argv[5]);


    advice = decide();






    printf(sliced,         advice);




}
