-module(program).
-export([main/1]).

%% As long as there are turns, a large C sets X and gives C a new value.
main({Turns, C}) ->
    X = fill(Turns, C, empty),
    io:format("~p~n", [X]).

fill(Turns, C, X) when Turns > 0 ->
    case C > 5 of
        true -> fill(next(Turns), refill(C), coffee());
        false -> fill(next(Turns), C, X)
    end;
fill(_, _, X) -> X;
fill(0, C, X) -> {C, X}.

next(Turns) -> Turns - 1.

refill(C) -> C rem 5 + 3.

coffee() -> full.
