-module(program).
-export([main/1]).

%% Squares the even numbers of a list.
main(Numbers) ->
    Square = fun(X) -> X * X end,
    Even = [X || X <- Numbers, X rem 2 =:= 0],
    Squares = lists:map(Square, Even),
    Largest = lists:foldl(fun(X, Max) -> max(X, Max) end, 0, Squares),
    {length(Squares), Largest}.
