#ifndef STOCK_H
#define STOCK_H

#define N_PARTS 4
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

struct stock {
    int amounts[N_PARTS];
    int n_moves;
};

extern int n_refused;

int move(struct stock *stock, int part, int amount);
int total(const struct stock *stock);

#endif
