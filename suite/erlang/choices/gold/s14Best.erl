-module(program).
-export([main/1]).


main({Items, K}) ->

    Subsets = combinations(K, Items),


    Sums = lists:map(fun(Subset) -> total(Subset) end, Subsets),
    Best = lists:max([0 | Sums]),


    io:format(undef, [Best | undef]).





combinations(0, _) -> [[]];
combinations(_, []) -> [];
combinations(K, [Item | Rest]) ->
    With = [[Item | Subset] || Subset <- combinations(K - 1, Rest)],
    Without = combinations(K, Rest),
    With ++ Without.

total([]) -> 0;
total([Item | Rest]) -> Item + total(Rest).
