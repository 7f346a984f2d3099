-module(program).
-export([main/1]).


main(Readings) ->
    {Valid, _}      = sort(Readings, undef, undef),

    Swing = swing(Valid, 0),


    io:format(undef,                  [Swing | undef]).

sort([], Valid, _)      -> {Valid, undef};
sort([failed | Readings], Valid, _)      -> sort(Readings, Valid, undef);
sort([Reading | Readings], Valid, _)      -> sort(Readings, [Reading | Valid], undef).










swing([Later, Earlier | Readings], Swing) ->
    swing([Earlier | Readings], larger(distance(Later, Earlier), Swing));
swing(_, Swing) -> Swing.

distance(A, B) when A > B -> A - B;
distance(A, B) -> B - A.

larger(Change, Swing) when Change > Swing -> Change;
larger(_, Swing) -> Swing.
