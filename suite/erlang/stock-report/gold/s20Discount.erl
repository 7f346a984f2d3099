-module(program).
-export([main/1]).

-define(LOW, 5).
-define(VALUE(Count, Price), Count * Price).


main({Items, Moves}) ->
    Stock = lists:foldl(fun(Move, Acc) -> move(Move, Acc) end, Items, Moves),
    Worth = worth(Stock),


    Discount = begin
        Terms = {Worth, rate(Worth, undef), undef},
        {Base, Rate, _} = Terms,
        Base * Rate div 100
    end,


    {Discount, undef}.


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








rate(Worth, _) when Worth > 1000 -> 10;
rate(Worth, _) when Worth > 100 -> 5;
rate(_, _) -> 0.
