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

int smaller(int a, int b)
{
    if (b < a)
        return b;
    return a;
}

int first(int a, int)
{
    return a;
}

operation find(char key, int *)
{

    switch (key) {
    case '+':
        return add;
    case '-':
        return subtract;
    case '<':
        return smaller;
    }

    return first;
}






int main(int argc, char **argv)
{
    operation chosen;
    int a = argc > 2 ? atoi(argv[2]) % 1000 : 5;
    int b = argc > 3 ? atoi(argv[3]) % 1000 : 3;
    int        result;

    chosen = find(argc > 1 ? *argv[1] : '+', sliced);
    result = chosen(a, b);


    printf(sliced,         result);



}
