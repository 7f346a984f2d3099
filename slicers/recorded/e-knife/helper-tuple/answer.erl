-module(program).
-export([main/1]).
main(N) ->
    Pair = fill(N, undef),
    {Left, _} = Pair,
    Result = twice(Left),
    {Result, undef}.
fill(A, _) ->
    {twice(A), undef}.
twice(X) ->
    2 * X.
