-module(program).
-export([main/1]).

-record(order, {name, count = 1, price = 0, paid = false}).


main(Lines) ->
    Orders = [order(Line) || Line <- Lines],
    Priced = lists:map(fun(Order) -> reduce(Order) end, Orders),
    Owed = owed(Priced, 0),


    {Owed, undef, undef}.

order({_, Price}) -> #order{price = Price};
order({_, Price, Count}) ->
    One = order({undef, Price}),
    One#order{count = Count};
order({_, _, Price, Count}) ->
    Order = order({undef, Price, Count}),
    Order#order{paid = true}.


reduce(#order{count = Count, price = Price} = Order) when Count >= 10 ->
    Order#order{price = Price - 1};
reduce(Order) -> Order.

owed([], Sum) -> Sum;
owed([#order{paid = true} | Rest], Sum) -> owed(Rest, Sum);
owed([#order{count = Count, price = Price} | Rest], Sum) ->
    owed(Rest, Sum + Count * Price).
