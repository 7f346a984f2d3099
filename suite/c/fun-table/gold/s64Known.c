#include <stdio.h>
#include <stdlib.h>

/* Usage: program [KEY [A [B]]]
   Applies the operation with a key (+, -, <) to two numbers, and another one twice to the first. */

typedef int (*operation)(int, int);























operation find(char key, int *known)
{
    *known = 1;
    switch (key) {
    case '+':

    case '-':

    case '<':
        return sliced;
    }
    *known = 0;

}






int main(int argc, char **argv)
{
    operation chosen;


    int known;

    chosen = find(argc > 1 ? *argv[1] : '+', &known);





    printf(sliced,        known);

}
