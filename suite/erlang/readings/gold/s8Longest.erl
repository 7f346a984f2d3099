-module(program).
-export([main/1]).


main(Readings) ->
    {_,    Longest, _}      = smooth(Readings, 0, 0, 0, undef),

    io:format(undef,           [Longest | undef]),
    undef.

smooth([], _,     _, Longest, _)      ->
    {undef, Longest, undef};
smooth([Reading | Readings], Before, Quiet, Longest, _)      ->
    Level = Before + step(Reading - Before),
    Now = quiet(Level - Before, Quiet),
    smooth(Readings, Level, Now, longer(Now, Longest), undef).

step(Change) when Change > 10 -> 10;
step(Change) -> Change div 2.

quiet(Change, Quiet) when Change < 3, Change > -3 -> Quiet + 1;
quiet(_, _) -> 0.

longer(Now, Longest) when Now > Longest -> Now;
longer(_, Longest) -> Longest.
