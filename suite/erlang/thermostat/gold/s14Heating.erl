-module(program).
-export([main/1]).


main(Readings) ->
    Smooth = smooth(Readings, 20),
    State = control(Smooth, {off, undef}),
    {Heating, _} = State,





    {Heating, undef, undef}.

smooth([], _) -> [];
smooth([Reading | Rest], Last) ->
    First = Last + Reading,
    Second = First div 2,
    Value = if Second > 40 -> 40; Second < -40 -> -40; true -> Second end,
    [Value | smooth(Rest, Value)].

control([], State) -> State;
control([Value | Rest], _) when Value > 25 -> control(Rest, {off, undef});
control([Value | Rest], _) when Value < 15 -> control(Rest, {on, undef});
control([_ | Rest], {State, _})  ->
    Next = case State of
        off -> off;
        _ -> on

    end,
    control(Rest, {Next, undef}).
