-module(program).
-export([main/1]).

-record(order, {name, count = 1, price = 0, paid = false}).


main(Lines) ->
    Orders = [order(Line) || Line <- Lines],
    Priced = lists:map(fun(Order) -> reduce(Order) end, Orders),

    Names = [Order#order.name || Order <- Priced, Order#order.paid],

    {undef, Names, undef}.

order({Name, _}) -> #order{name = Name};
order({Name, _, _}) ->
    One = order({Name, undef}),
    One#order{};
order({_, Name, _, _}) ->
    Order = order({Name, undef, undef}),
    Order#order{paid = true}.




reduce(Order) -> Order.
