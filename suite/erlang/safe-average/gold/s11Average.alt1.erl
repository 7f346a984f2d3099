-module(program).
-export([main/1]).


main(Values) ->
    Read = [read(Value) || Value <- Values],
    Good = [N || {_, N} <- Read],

    Average = average(Good),

    {undef, Average, undef}.

read(Value) ->
    try number(Value) of
        N when N > 1000 -> undef;
        N -> {undef, N}
    catch

        _:_ -> undef
    end.


number({half, Value}) -> Value div 2;

number(Value) -> Value * 1.

average([]) -> none;
average(Numbers) ->
    Sum = lists:sum(Numbers),
    Count = length(Numbers),
    Sum / Count.
