-module(program).
-export([main/1]).


main({A, _}) ->
    Pair = {undef, A},
    {_,     Second} = Pair,

    io:format(undef,  [Second | undef]).
