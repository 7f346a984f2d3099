-module(program).
-export([main/1]).

%% Smooths readings, decides on heating and remembers the last state.
main(Readings) ->
    Smooth = smooth(Readings, 20),
    State = control(Smooth, {off, 0}),
    {Heating, Switches} = State,
    Mean = begin
        Sum = lists:sum(Smooth),
        Count = length(Smooth),
        if Count > 0 -> Sum div Count; true -> 20 end
    end,
    {Heating, Switches, Mean}.

smooth([], _) -> [];
smooth([Reading | Rest], Last) ->
    First = Last + Reading,
    Second = First div 2,
    Value = if Second > 40 -> 40; Second < -40 -> -40; true -> Second end,
    [Value | smooth(Rest, Value)].

control([], State) -> State;
control([Value | Rest], {_, Switches}) when Value > 25 -> control(Rest, {off, Switches + 1});
control([Value | Rest], {_, Switches}) when Value < 15 -> control(Rest, {on, Switches + 1});
control([Value | Rest], {State, Switches}) when Value >= 15 ->
    Next = case State of
        off -> off;
        on -> on;
        _ -> broken
    end,
    control(Rest, {Next, Switches}).
