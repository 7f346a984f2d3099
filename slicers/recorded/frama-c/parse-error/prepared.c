#include <stdio.h>

int main(void)
{
    int sum = 0;
    int prod = 1;
    int i;
    for (i = 1; i <= 10; i++) {
        sum = sum + ;
        prod = prod * i;
    }
/*@ slice pragma expr sum; */    printf("%d\n", sum);
    printf("%d\n", prod);
    return 0;
}
