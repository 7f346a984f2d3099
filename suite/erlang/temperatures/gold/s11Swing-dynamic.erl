-module(program).
-export([main/1]).


main(Readings) ->
    {Valid, _}      = sort(Readings, undef, undef),

    Swing = swing(Valid, undef),


    io:format(undef,                  [Swing | undef]).

sort([], Valid, _)      -> {Valid, undef};
sort([failed | Readings], Valid, _)      -> sort(Readings, Valid, undef);
sort([Reading | Readings], Valid, _)      -> sort(Readings, [Reading | Valid], undef).










swing([Later, Earlier | Readings], _)     ->
    swing([Earlier | Readings], larger(distance(Later, Earlier), undef));
swing(_, Swing) -> Swing.

distance(A, B)            -> A - B.


larger(Change, _)                         -> Change.
