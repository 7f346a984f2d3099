-module(program).
-export([main/1]).


main({_,       Items}) ->
    {_,   Grams} = add_up(Items, undef, 0),

    Shipping = shipping(Grams),


    io:format(undef,            [Shipping | undef]),
    undef.

add_up([], _,   Grams) ->
    {undef, Grams};
add_up([{_,     Quantity, Weight} | Items], _,   Grams) ->
    add_up(Items, undef,                  Grams + Weight * Quantity).




shipping(Grams) when Grams > 10000 -> 1200;
shipping(Grams) when Grams > 1000 -> 700;
shipping(_) -> 500.
