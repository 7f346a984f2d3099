-module(program).
-export([main/1]).

-record(order, {name, count = 1, price = 0, paid = false}).


main(Lines) ->
    Orders = [order(Line) || Line <- Lines],
    Priced = lists:map(fun(Order) -> reduce(Order) end, Orders),


    Items = items(Priced),
    {undef, undef, Items}.

order({_, _}) -> #order{};
order({_, _, Count}) ->
    One = order({undef, undef}),
    One#order{count = Count};
order({_, _, _, Count}) ->
    Order = order({undef, undef, Count}),
    Order#order{}.




reduce(Order) -> Order.






items([]) -> 0;
items([#order{count = Count} | Rest]) -> Count + items(Rest).
