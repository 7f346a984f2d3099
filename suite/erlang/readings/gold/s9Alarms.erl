-module(program).
-export([main/1]).


main(Readings) ->
    {_, _,          Alarms} = smooth(Readings, 0, undef, undef, 0),


    io:format(undef,          [Alarms | undef]).

smooth([], _,     _, _,       Alarms) ->
    {undef, undef,   Alarms};
smooth([Reading | Readings], Before, _, _,           Alarms) ->
    Level = Before + step(Reading - Before),

    smooth(Readings, Level, undef, undef,              alarms(Level, Alarms)).

step(Change) when Change > 10 -> 10;
step(Change) -> Change div 2.







alarms(Level, Alarms) when Level > 60 -> Alarms + 1;
alarms(_, Alarms) -> Alarms.
