-module(program).
-export([main/1]).


main({_, B}) ->
    Pair = {B, undef},
    {First, _} = Pair,
    io:format(undef, [First | undef]).

