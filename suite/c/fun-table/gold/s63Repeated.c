#include <stdio.h>
#include <stdlib.h>

/* Usage: program [KEY [A [B]]]
   Applies the operation with a key (+, -, <) to two numbers, and another one twice to the first. */

typedef int (*operation)(int, int);

int add(int a, int b)
{
    return a + b;
}

int subtract(int a, int b)
{
    return a - b;
}




























int twice(operation apply, int number)
{
    return apply(apply(number, number), number);
}

int main(int argc, char **argv)
{
    operation         other;
    int a = argc > 2 ? atoi(argv[2]) % 1000 : 5;
    int b = argc > 3 ? atoi(argv[3]) % 1000 : 3;
    int                repeated;



    other = b > a ? subtract : add;
    repeated = twice(other, a);

    printf(sliced,           repeated);


}
