-module(program).
-export([main/1]).

%% Ways to choose from a list, with and without order.
main({Items, K}) ->
    Orders = permutations(Items),
    Subsets = combinations(K, Items),
    First = hd(Orders),
    N = length(Orders),
    Sums = lists:map(fun(Subset) -> total(Subset) end, Subsets),
    Best = lists:max([0 | Sums]),
    io:format("~p~n", [First]),
    io:format("~p~n", [N]),
    io:format("~p~n", [Best]).

permutations([]) -> [[]];
permutations(Items) ->
    [[Item | Rest] || Item <- Items, Rest <- permutations(Items -- [Item])].

combinations(0, _) -> [[]];
combinations(_, []) -> [];
combinations(K, [Item | Rest]) ->
    With = [[Item | Subset] || Subset <- combinations(K - 1, Rest)],
    Without = combinations(K, Rest),
    With ++ Without.

total([]) -> 0;
total([Item | Rest]) -> Item + total(Rest).
