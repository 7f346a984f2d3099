-module(program).
-export([main/1]).

%% Reads values, throws away what cannot be read, and averages the rest.
main(Values) ->
    Read = [read(Value) || Value <- Values],
    Good = [N || {ok, N} <- Read],
    Bad = length(Read) - length(Good),
    Average = average(Good),
    Largest = largest(Good),
    {Bad, Average, Largest}.

read(Value) ->
    try number(Value) of
        N when N > 1000 -> {error, large};
        N -> {ok, N}
    catch
        throw:Reason -> {error, Reason};
        error:badarith -> {error, arithmetic}
    end.

number(Value) when is_integer(Value) -> Value + 0;
number({half, Value}) -> Value div 2;
number(Value) when is_list(Value) -> throw(text);
number(Value) -> Value * 1.

average([]) -> none;
average(Numbers) ->
    Sum = lists:sum(Numbers),
    Count = length(Numbers),
    Sum / Count.

largest(Numbers) ->
    lists:foldl(fun(N, Max) when N > Max -> N; (_, Max) -> Max end, 0, Numbers).
