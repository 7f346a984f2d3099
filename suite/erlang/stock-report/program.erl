-module(program).
-export([main/1]).

-define(LOW, 5).
-define(VALUE(Count, Price), Count * Price).

%% Applies deliveries and sales to a stock of items and reports on it.
main({Items, Moves}) ->
    Stock = lists:foldl(fun(Move, Acc) -> move(Move, Acc) end, Items, Moves),
    Worth = worth(Stock),
    Low = [Name || {Name, Count, _} <- Stock, Count < ?LOW],
    {Dearest, Price} = dearest(Stock),
    Discount = begin
        Terms = {Worth, rate(Worth, length(Moves)), Low},
        {Base, Rate, _} = Terms,
        Base * Rate div 100
    end,
    io:format("worth ~p, discount ~p~n", [Worth, Discount]),
    io:format("dearest ~p at ~p~n", [Dearest, Price]),
    {Discount, Low}.

%% An item is {Name, Count, Price}.
move({in, Name, N}, Stock) -> change(Name, N, Stock);
move({out, Name, N}, Stock) -> change(Name, -N, Stock);
move({price, Name, New}, Stock) ->
    Update = fun({Item, Count, _}) when Item =:= Name -> {Item, Count, New};
                (Item) -> Item
             end,
    lists:map(Update, Stock);
move(_, Stock) -> Stock.

change(_, _, []) -> [];
change(Name, N, [{Name, Count, Price} | Rest]) ->
    Left = Count + N,
    Kept = if
        Left < 0 -> 0;
        true -> Left
    end,
    [{Name, Kept, Price} | Rest];
change(Name, N, [Item | Rest]) ->
    [Item | change(Name, N, Rest)].

worth(Stock) ->
    lists:sum([?VALUE(Count, Price) || {_, Count, Price} <- Stock]).

dearest([]) -> {none, 0};
dearest([{Name, _, Price} | Rest]) ->
    case dearest(Rest) of
        {_, Best} when Price >= Best -> {Name, Price};
        Other -> Other
    end.

rate(Worth, _) when Worth > 1000 -> 10;
rate(Worth, _) when Worth > 100 -> 5;
rate(_, _) -> 0.
