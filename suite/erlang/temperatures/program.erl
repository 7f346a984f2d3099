-module(program).
-export([main/1]).

%% Summarises temperatures; the word failed stands for a reading that failed.
main(Readings) ->
    {Valid, Failed} = sort(Readings, [], 0),
    Mean = mean(sum(Valid, 0), size(Valid, 0)),
    Swing = swing(Valid, 0),
    io:format("failed readings: ~p~n", [Failed]),
    io:format("mean: ~p~n", [Mean]),
    io:format("largest change: ~p~n", [Swing]).

sort([], Valid, Failed) -> {Valid, Failed};
sort([failed | Readings], Valid, Failed) -> sort(Readings, Valid, Failed + 1);
sort([Reading | Readings], Valid, Failed) -> sort(Readings, [Reading | Valid], Failed).

sum([], Sum) -> Sum;
sum([Reading | Readings], Sum) -> sum(Readings, Sum + Reading).

size([], Size) -> Size;
size([_ | Readings], Size) -> size(Readings, Size + 1).

mean(_, 0) -> 0;
mean(Sum, Size) -> Sum div Size.

swing([Later, Earlier | Readings], Swing) ->
    swing([Earlier | Readings], larger(distance(Later, Earlier), Swing));
swing(_, Swing) -> Swing.

distance(A, B) when A > B -> A - B;
distance(A, B) -> B - A.

larger(Change, Swing) when Change > Swing -> Change;
larger(_, Swing) -> Swing.
