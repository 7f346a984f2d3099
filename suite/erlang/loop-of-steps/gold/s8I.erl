-module(program).
-export([main/1]).


main(Last) ->
    {_, I} = loop(undef, 1, Last),

    io:format(undef, [I | undef]).

loop(_, I, Last) when I =< Last ->
    {_, NextI} = step(undef, I),
    loop(undef, NextI, Last);
loop(_, I, _) ->
    {undef, I}.

step(_, Y) ->

    Next = increment(Y),
    {undef, Next}.

add(A, B) -> A + B.

increment(Z) -> add(Z, 1).
