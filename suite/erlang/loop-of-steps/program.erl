-module(program).
-export([main/1]).

%% Sums the numbers up to Last; every step is a function of its own.
main(Last) ->
    {Sum, I} = loop(0, 1, Last),
    io:format("sum ~p~n", [Sum]),
    io:format("next ~p~n", [I]).

loop(Sum, I, Last) when I =< Last ->
    {NextSum, NextI} = step(Sum, I),
    loop(NextSum, NextI, Last);
loop(Sum, I, _) ->
    {Sum, I}.

step(X, Y) ->
    Total = add(X, Y),
    Next = increment(Y),
    {Total, Next}.

add(A, B) -> A + B.

increment(Z) -> add(Z, 1).
