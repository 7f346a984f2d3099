-module(program).
-export([main/1]).


main({Percent, Items}) ->
    {Sum, _}     = add_up(Items, 0, undef),
    Goods = Sum - discount(Sum, Percent),

    Payment = payment(Goods),


    io:format(undef,          [Payment | undef]).

add_up([], Sum, _)     ->
    {Sum, undef};
add_up([{Price, Quantity, _}      | Items], Sum, _)     ->
    add_up(Items, Sum + Price * Quantity, undef).

discount(Sum, Percent) when Percent > 50 -> Sum div 2;
discount(Sum, Percent) -> Sum * Percent div 100.





payment(Goods) when Goods < 2000 -> invoice;
payment(_) -> advance.
