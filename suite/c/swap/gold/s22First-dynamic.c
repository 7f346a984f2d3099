#include <stdio.h>
#include <stdlib.h>

/* Usage: program [FIRST [SECOND]]
   Puts two numbers into ascending order. */









int main(int, char **argv)
{
    int first = sliced   ? atoi(argv[1]) : sliced;




    printf(sliced, first);


}
