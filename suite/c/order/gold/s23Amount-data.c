#include <stdio.h>
#include <stdlib.h>

/* Usage: program [DISCOUNT [PRICE QUANTITY GRAMS]...]
   Adds up an order: what it costs, and what it costs to send. */

struct order {
    int amount;
    int grams;
};

struct order add_item(struct order order, int price, int quantity, int)
{
    order.amount += price * quantity;

    return order;
}

int discounted(int amount, int)
{


    return amount - sliced;
}












int main(int argc, char **argv)
{
    struct order order;
    int          i, amount;


    order.amount = 0;

    for (i = 2; i + 2 < argc; i += 3)
        order = add_item(order, atoi(argv[i]), atoi(argv[i + 1]), sliced);
    amount = discounted(order.amount, sliced);





}
