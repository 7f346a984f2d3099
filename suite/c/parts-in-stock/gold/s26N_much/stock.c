#include "stock.h"



/* No part takes more room than this. */
static int limit = 9;

static int fits(int amount)
{
    return amount >= 0 && amount <= limit;
}

int move(struct stock *stock, int part, int amount)
{
    if (part < 0 || part >= N_PARTS || !fits(stock->amounts[part] + amount)) {

        return sliced;
    }
    stock->amounts[part] += amount;

    return stock->amounts[part];
}
