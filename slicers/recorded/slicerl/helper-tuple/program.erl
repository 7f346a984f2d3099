-module(program).
-export([main/1]).

main(N) ->
    Pair = fill(N, N + 1),
    {Left, Right} = Pair,
    Result = twice(Left),
    {Result, Right}.

fill(A, B) ->
    {twice(A), twice(B)}.

twice(X) ->
    2 * X.
