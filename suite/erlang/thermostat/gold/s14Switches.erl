-module(program).
-export([main/1]).


main(Readings) ->
    Smooth = smooth(Readings, 20),
    State = control(Smooth, {undef, 0}),
    {_, Switches} = State,





    {undef, Switches, undef}.

smooth([], _) -> [];
smooth([Reading | Rest], Last) ->
    First = Last + Reading,
    Second = First div 2,
    Value = if Second > 40 -> 40; Second < -40 -> -40; true -> Second end,
    [Value | smooth(Rest, Value)].

control([], State) -> State;
control([Value | Rest], {_, Switches}) when Value > 25 -> control(Rest, {undef, Switches + 1});
control([Value | Rest], {_, Switches}) when Value < 15 -> control(Rest, {undef, Switches + 1});
control([_ | Rest], {_, Switches})  ->





    control(Rest, {undef, Switches}).
