#include <stdio.h>

int main(void)
{
    int sum = 0;
    int prod = 1;
    int i;
    for (i = 1; i <= 10; i++) {
        sum = sum + i;
        prod = prod * i;
    }
/*@ slice pragma stmt; */    printf("%d\n", sum);
    printf("%d\n", prod);
    return 0;
}
