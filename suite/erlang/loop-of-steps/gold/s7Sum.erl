-module(program).
-export([main/1]).


main(Last) ->
    {Sum, _} = loop(0, 1, Last),
    io:format(undef, [Sum | undef]),
    undef.

loop(Sum, I, Last) when I =< Last ->
    {NextSum, NextI} = step(Sum, I),
    loop(NextSum, NextI, Last);
loop(Sum, _, _) ->
    {Sum, undef}.

step(X, Y) ->
    Total = add(X, Y),
    Next = increment(Y),
    {Total, Next}.

add(A, B) -> A + B.

increment(Z) -> add(Z, 1).
