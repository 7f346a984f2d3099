#include <stdio.h>
#include <stdlib.h>

/* Usage: program [DISCOUNT [PRICE QUANTITY GRAMS]...]
   Adds up an order: what it costs, and what it costs to send. */

struct order {
    int amount;
    int grams;
};

struct order add_item(struct order order, int price, int quantity, int grams)
{
    order.amount += price * quantity;
    order.grams += grams * quantity;
    return order;
}

int discounted(int amount, int percent)
{
    if (percent > 50)
        percent = 50;
    return amount - amount * percent / 100;
}

int shipping(int grams, int amount)
{
    int cost = 500;

    while (grams > 1000) {
        cost += 200;
        grams -= 1000;
    }
    return cost;
}

int main(int argc, char **argv)
{
    struct order order;
    int percent, i, amount, cost;

    percent = argc > 1 ? atoi(argv[1]) : 0;
    order.amount = 0;
    order.grams = 0;
    for (i = 2; i + 2 < argc; i += 3)
        order = add_item(order, atoi(argv[i]), atoi(argv[i + 1]), atoi(argv[i + 2]));
    amount = discounted(order.amount, percent);
    cost = shipping(order.grams, amount);
    printf("goods: %d\n", amount);
    printf("shipping: %d\n", cost);
    printf("to pay: %d\n", amount + cost);
    return 0;
}
