-module(program).
-export([main/1]).


main({_, Start}) ->


    Doubled = apply_twice(fun double/1, Start),


    io:format(undef, [Doubled | undef]).




















apply_twice(Operation, N) -> Operation(Operation(N)).

double(N) -> N * 2.
