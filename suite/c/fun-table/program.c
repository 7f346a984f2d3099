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

int first(int a, int b)
{
    return a;
}

operation find(char key, int *known)
{
    *known = 1;
    switch (key) {
    case '+':
        return add;
    case '-':
        return subtract;
    case '<':
        return smaller;
    }
    *known = 0;
    return first;
}

int twice(operation apply, int number)
{
    return apply(apply(number, number), number);
}

int main(int argc, char **argv)
{
    operation chosen, other;
    int a = argc > 2 ? atoi(argv[2]) % 1000 : 5;
    int b = argc > 3 ? atoi(argv[3]) % 1000 : 3;
    int known, result, repeated;

    chosen = find(argc > 1 ? *argv[1] : '+', &known);
    result = chosen(a, b);
    other = b > a ? subtract : add;
    repeated = twice(other, a);
    printf("result: %d\n", result);
    printf("repeated: %d\n", repeated);
    printf("known: %d\n", known);
    return 0;
}
