-module(program).
-export([main/1]).


main({Percent, Items}) ->
    {Sum, _}     = add_up(Items, 0, undef),
    Goods = Sum - discount(Sum, Percent),


    io:format(undef,         [Goods | undef]),

    undef.

add_up([], Sum, _)     ->
    {Sum, undef};
add_up([{Price, Quantity, _}      | Items], Sum, _)     ->
    add_up(Items, Sum + Price * Quantity, undef).

discount(Sum, Percent) when Percent > 50 -> Sum div 2;
discount(Sum, Percent) -> Sum * Percent div 100.
