-module(program).
-export([main/1]).

%% Adds up an order: what the goods cost, and what it costs to send them.
main({Percent, Items}) ->
    {Sum, Grams} = add_up(Items, 0, 0),
    Goods = Sum - discount(Sum, Percent),
    Shipping = shipping(Grams),
    Payment = payment(Goods),
    io:format("goods: ~p~n", [Goods]),
    io:format("shipping: ~p~n", [Shipping]),
    io:format("pay by: ~p~n", [Payment]).

add_up([], Sum, Grams) ->
    {Sum, Grams};
add_up([{Price, Quantity, Weight} | Items], Sum, Grams) ->
    add_up(Items, Sum + Price * Quantity, Grams + Weight * Quantity).

discount(Sum, Percent) when Percent > 50 -> Sum div 2;
discount(Sum, Percent) -> Sum * Percent div 100.

shipping(Grams) when Grams > 10000 -> 1200;
shipping(Grams) when Grams > 1000 -> 700;
shipping(_) -> 500.

payment(Goods) when Goods < 2000 -> invoice;
payment(_) -> advance.
