-module(program).
-export([main/1]).


main({Items, _}) ->
    Orders = permutations(Items),


    N = length(Orders),



    io:format(undef, [N | undef]).


permutations([]) -> [undef];
permutations(Items) ->
    [undef || Item <- Items, _ <- permutations(Items -- [Item])].
