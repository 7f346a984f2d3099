-module(program).
-export([main/1]).

%% Tells even from odd by walking down, and weighs the levels of a tree by turns.
main({N, Tree}) ->
    Parity = even(N),
    Weight = black(Tree),
    Height = height(Tree),
    Verdict = judge(Parity, Weight),
    {Parity, Weight, Height, Verdict}.

even(0) -> true;
even(N) when N > 0 -> odd(N - 1);
even(N) -> even(-N).

odd(0) -> false;
odd(N) -> even(N - 1).

%% Black levels count, red ones do not.
black(leaf) -> 0;
black({Value, Left, Right}) -> Value + red(Left) + red(Right);
black({Value, Only}) -> Value + red(Only).

red(leaf) -> 0;
red({_, Left, Right}) -> black(Left) + black(Right);
red({_, Only}) -> black(Only).

height(leaf) -> 0;
height({_, Only}) -> 1 + height(Only);
height({_, Left, Right}) ->
    Taller = fun(A, B) -> if A > B -> A; true -> B end end,
    1 + Taller(height(Left), height(Right)).

judge(true, Weight) when Weight > 10 -> heavy;
judge(true, _) -> light;
judge(unknown, _) -> unknown;
judge(false, _) -> odd.
