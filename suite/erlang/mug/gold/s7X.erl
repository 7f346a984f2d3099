-module(program).
-export([main/1]).


main({Turns, C}) ->
    X = fill(Turns, C, empty),
    io:format(undef, [X | undef]).

fill(Turns, C, X) when Turns > 0 ->
    case C > 5 of
        true -> fill(next(Turns), undef, coffee());
        _ -> fill(next(Turns), C, X)
    end;
fill(_, _, X) -> X.


next(Turns) -> Turns - 1.



coffee() -> full.
