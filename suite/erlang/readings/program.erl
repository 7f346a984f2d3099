-module(program).
-export([main/1]).

%% Smooths readings of a sensor, and tells the last level, the longest quiet time and the alarms.
main(Readings) ->
    {Last, Longest, Alarms} = smooth(Readings, 0, 0, 0, 0),
    io:format("last: ~p~n", [Last]),
    io:format("longest: ~p~n", [Longest]),
    io:format("alarms: ~p~n", [Alarms]).

smooth([], Level, _, Longest, Alarms) ->
    {Level, Longest, Alarms};
smooth([Reading | Readings], Before, Quiet, Longest, Alarms) ->
    Level = Before + step(Reading - Before),
    Now = quiet(Level - Before, Quiet),
    smooth(Readings, Level, Now, longer(Now, Longest), alarms(Level, Alarms)).

step(Change) when Change > 10 -> 10;
step(Change) -> Change div 2.

quiet(Change, Quiet) when Change < 3, Change > -3 -> Quiet + 1;
quiet(_, _) -> 0.

longer(Now, Longest) when Now > Longest -> Now;
longer(_, Longest) -> Longest.

alarms(Level, Alarms) when Level > 60 -> Alarms + 1;
alarms(_, Alarms) -> Alarms.
