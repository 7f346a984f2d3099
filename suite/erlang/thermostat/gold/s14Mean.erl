-module(program).
-export([main/1]).


main(Readings) ->
    Smooth = smooth(Readings, 20),


    Mean = begin
        Sum = lists:sum(Smooth),
        Count = length(Smooth),
        if Count > 0 -> Sum div Count; true -> 20 end
    end,
    {undef, undef, Mean}.

smooth([], _) -> [];
smooth([Reading | Rest], Last) ->
    First = Last + Reading,
    Second = First div 2,
    Value = if Second > 40 -> 40; Second < -40 -> -40; true -> Second end,
    [Value | smooth(Rest, Value)].
