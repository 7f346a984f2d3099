-module(program).
-export([main/1]).


main({Items, _}) ->
    Orders = permutations(Items),

    First = hd(Orders),



    io:format(undef, [First | undef]).



permutations([]) -> [[]];
permutations(Items) ->
    [[Item | Rest] || Item <- Items, Rest <- permutations(Items -- [Item])].
