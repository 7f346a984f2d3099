#include <stdio.h>

int classify(int v)
{
    int s = 0;
    if (v > 10) {
        return 2;
    } else if (v > 5) {
        return 1;
    }
    for (int k = 0; k < v; k++) {
        s += k;
    }
    do {
        s--;
    } while (s > 100);
    if (s > 3)
        s = s * 2;
    else
        s = s + v;
    switch (s) {
    case 0: s = 9; break;
    case 2:
        s = 5;
        break;
    }
    return s;
}

int main(int argc, char **argv)
{
    int y = classify(argc);
    printf("%d\n", y);
    return 0;
}
