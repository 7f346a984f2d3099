-module(program).
-export([main/1]).

%% Swaps a pair.
main({A, B}) ->
    Pair = {B, A},
    {First, Second} = Pair,
    io:format("~p~n", [First]),
    io:format("~p~n", [Second]).
