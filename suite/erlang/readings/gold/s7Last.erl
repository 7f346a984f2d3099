-module(program).
-export([main/1]).


main(Readings) ->
    {Last, _, _}            = smooth(Readings, 0, undef, undef, undef),
    io:format(undef,        [Last | undef]),

    undef.

smooth([], Level, _, _, _)            ->
    {Level, undef, undef};
smooth([Reading | Readings], Before, _, _, _)                ->
    Level = Before + step(Reading - Before),

    smooth(Readings, Level, undef, undef, undef).

step(Change) when Change > 10 -> 10;
step(Change) -> Change div 2.
