-module(program).
-export([main/1]).


main(Values) ->
    Read = [read(Value) || Value <- Values],
    Good = [N || {_, N} <- Read],


    Largest = largest(Good),
    {undef, undef, Largest}.

read(Value) ->
    try number(Value) of
        N when N > 1000 -> undef;
        N -> {undef, N}
    catch

        _:_ -> undef
    end.


number({half, Value}) -> Value div 2;

number(Value) -> Value * 1.







largest(Numbers) ->
    lists:foldl(fun(N, Max) when N > Max -> N; (_, Max) -> Max end, 0, Numbers).
