-module(program).
-export([main/1]).


main({N, _}) ->
    Parity = even(N),



    {Parity, undef, undef, undef}.

even(0) -> true;
even(N) when N > 0 -> odd(N - 1);
even(N) -> even(-N).

odd(0) -> false;
odd(N) -> even(N - 1).
