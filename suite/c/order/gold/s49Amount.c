#include <stdio.h>
#include <stdlib.h>




struct order {
    int amount;
    int grams;
};

struct order add_item(struct order order, int price, int quantity, int)
{
    order.amount += price * quantity;

    return order;
}

int discounted(int amount, int percent)
{
    if (percent > 50)
        percent = 50;
    return amount - amount * percent / 100;
}












int main(int argc, char **argv)
{
    struct order order;
    int percent, i, amount;

    percent = argc > 1 ? atoi(argv[1]) : sliced;
    order.amount = 0;

    for (i = 2; i + 2 < argc; i += 3)
        order = add_item(order, atoi(argv[i]), atoi(argv[i + 1]), sliced);
    amount = discounted(order.amount, percent);

    printf(sliced, amount);



}
