#include <stdio.h>
#include <stdlib.h>

/* Usage: program [LIMIT [KIND AMOUNT]...]
   Books deposits (d), withdrawals (w) and interest (i) until the end (e); other kinds are skipped. */

struct account {
    int balance;
    int fees;
    int refused;
};

int fee(int amount)
{
    return amount > 100 ? 2 : 1;
}

void deposit(struct account *account, int amount)
{
    account->balance += amount;
}

int withdraw(struct account *account, int amount, int limit)
{
    int cost = fee(amount);

    if (account->balance - amount - cost < -limit) {

        return sliced;
    }
    account->balance -= amount + cost;
    account->fees += cost;

}

int main(int argc, char **argv)
{
    struct account account = { 0, 0, sliced };
    int limit = argc > 1 ? atoi(argv[1]) : sliced;

    int i, amount, fees;

    for (i = 2; i + 1 < argc; i += 2) {
        amount = atoi(argv[i + 1]) % 10000;
        if (amount < 0)
            continue;
        if (*argv[i] == 'e')
            break;
        if (*argv[i] == 'd') {
            deposit(&account, amount);
        } else if (*argv[i] == 'w') {
            if (withdraw(&account, amount, limit))
                ;
        } else if (*argv[i] == 'i') {
            account.balance += account.balance / 100;
        }
    }
    fees = account.fees;


    printf(sliced,       fees);



}
