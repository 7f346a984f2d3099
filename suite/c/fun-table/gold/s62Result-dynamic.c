#include <stdio.h>
#include <stdlib.h>

/* Usage: program [KEY [A [B]]]
   Applies the operation with a key (+, -, <) to two numbers, and another one twice to the first. */

typedef int (*operation)(int, int);






int subtract(int a, int b)
{
    return a - b;
}













operation find(char key, int *)
{

    switch (key) {


    case '-':
        return subtract;


    }


}






int main(int, char **argv)
{
    operation chosen;
    int a = sliced   ? atoi(argv[2]) % sliced : sliced;
    int b = sliced   ? atoi(argv[3]) % sliced : sliced;
    int        result;

    chosen = find(sliced   ? *argv[1] : sliced, sliced);
    result = chosen(a, b);


    printf(sliced,         result);



}
