#include <stdio.h>
#include <stdlib.h>




struct order {
    int amount;
    int grams;
};

struct order add_item(struct order order, int, int quantity, int grams)
{

    order.grams += grams * quantity;
    return order;
}








int shipping(int grams, int)
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
    int i, cost;



    order.grams = 0;
    for (i = 2; i + 2 < argc; i += 3)
        order = add_item(order, sliced, atoi(argv[i + 1]), atoi(argv[i + 2]));

    cost = shipping(order.grams, sliced);

    printf(sliced, cost);


}
