-module(program).
-export([main/1]).

-define(LOW, 5).
-define(VALUE(Count, Price), Count * Price).


main({Items, Moves}) ->
    Stock = lists:foldl(fun(Move, Acc) -> move(Move, Acc) end, Items, Moves),


    {Dearest, _} = dearest(Stock),






    io:format(undef, [Dearest | undef]),
    undef.




move({price, Name, New}, Stock) ->
    Update = fun({Item, _, _}) when Item =:= Name -> {Item, undef, New};
                (Item) -> Item
             end,
    lists:map(Update, Stock);
move(_, Stock) -> Stock.















dearest([]) -> {none, 0};
dearest([{Name, _, Price} | Rest]) ->
    case dearest(Rest) of
        {_, Best} when Price >= Best -> {Name, Price};
        Other -> Other
    end.
