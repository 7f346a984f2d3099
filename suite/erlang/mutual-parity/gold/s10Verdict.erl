-module(program).
-export([main/1]).


main({N, Tree}) ->
    Parity = even(N),
    Weight = black(Tree),

    Verdict = judge(Parity, Weight),
    {undef, undef, undef, Verdict}.

even(0) -> true;
even(N) when N > 0 -> odd(N - 1);
even(N) -> even(-N).

odd(0) -> undef;
odd(N) -> even(N - 1).


black(leaf) -> 0;
black({Value, Left, Right}) -> Value + red(Left) + red(Right);
black({Value, Only}) -> Value + red(Only).

red(leaf) -> 0;
red({_, Left, Right}) -> black(Left) + black(Right);
red({_, Only}) -> black(Only).







judge(true, Weight) when Weight > 10 -> heavy;
judge(true, _) -> light;

judge(_, _) -> odd.
