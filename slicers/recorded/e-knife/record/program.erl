-module(program).
-export([main/1]).

-record(order, {name, count = 1, price = 0, paid = false}).

%% Builds orders, prices them and sums up what is paid and what is owed.
main(Lines) ->
    Orders = [order(Line) || Line <- Lines],
    Priced = lists:map(fun(Order) -> reduce(Order) end, Orders),
    Owed = owed(Priced, 0),
    Names = [Order#order.name || Order <- Priced, Order#order.paid],
    Items = items(Priced),
    {Owed, Names, Items}.

order({Name, Price}) -> #order{name = Name, price = Price};
order({Name, Price, Count}) ->
    One = order({Name, Price}),
    One#order{count = Count};
order({paid, Name, Price, Count}) ->
    Order = order({Name, Price, Count}),
    Order#order{paid = true}.

%% Ten or more of a thing are cheaper.
reduce(#order{count = Count, price = Price} = Order) when Count >= 10 ->
    Order#order{price = Price - 1};
reduce(Order) -> Order.

owed([], Sum) -> Sum;
owed([#order{paid = true} | Rest], Sum) -> owed(Rest, Sum);
owed([#order{count = Count, price = Price} | Rest], Sum) ->
    owed(Rest, Sum + Count * Price).

items([]) -> 0;
items([#order{count = Count} | Rest]) -> Count + items(Rest).
