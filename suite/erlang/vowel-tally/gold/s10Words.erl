-module(program).
-export([main/1]).


main(Text) ->


    Words = 1 + length([undef || C <- Text, C =:= $\s]),

    io:format(undef, [Words | undef]),
    undef.
