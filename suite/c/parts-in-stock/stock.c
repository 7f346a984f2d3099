#include "stock.h"

int n_refused;

/* No part takes more room than this. */
static int limit = 9;

static int fits(int amount)
{
    return amount >= 0 && amount <= limit;
}

int move(struct stock *stock, int part, int amount)
{
    if (part < 0 || part >= N_PARTS || !fits(stock->amounts[part] + amount)) {
        n_refused++;
        return -1;
    }
    stock->amounts[part] += amount;
    stock->n_moves++;
    return stock->amounts[part];
}

int total(const struct stock *stock)
{
    int i, sum = 0;

    for (i = 0; i < N_PARTS; i++)
        sum += stock->amounts[i];
    return sum;
}
