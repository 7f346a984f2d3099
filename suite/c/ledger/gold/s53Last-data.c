#include <stdio.h>
#include <stdlib.h>

/* Usage: program [LIMIT [KIND AMOUNT]...]
   Books deposits (d), withdrawals (w) and interest (i) until the end (e); other kinds are skipped. */

struct account {
    int balance;
    int fees;
    int refused;
};
























int main(int,      char **argv)
{


    int last;
    int i, amount;

    for (i = 2; ;             i += 2) {
        amount = atoi(argv[i + 1]) % 10000;
        if (sliced)
            continue;


        if (sliced)          {

        } else if (sliced)          {
            if (sliced)
                last = amount;
        } else ;


    }







}
