
#include <stdlib.h>




struct order {
    int amount;

};

struct order add_item(struct order order, int price, int quantity)
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

    percent = argc > 1 ? atoi(argv[1]) : 0;
    order.amount = 0;

    for (i = 2; i + 2 < argc; i += 3)
        order = add_item(order, atoi(argv[i]), atoi(argv[i + 1]));
    amount = discounted(order.amount, percent);

    amount;



}
