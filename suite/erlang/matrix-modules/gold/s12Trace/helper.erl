-module(helper).
-export([transpose/1, multiply/2, trace/2]).


transpose([]) -> undef;
transpose([[] | _]) -> [];
transpose(Rows) ->
    Firsts = [hd(Row) || Row <- Rows],
    Rests = [tl(Row) || Row <- Rows],
    [Firsts | transpose(Rests)].

multiply(Rows, Columns) ->
    [[dot(Row, Column) || Column <- Columns] || Row <- Rows].

dot(Row, Column) ->
    Pairs = lists:zip(Row, Column),
    lists:foldl(fun({A, B}, Sum) -> A * B + Sum end, 0, Pairs).


trace([], _) -> 0;
trace([Row | Rest], I) ->
    lists:nth(I, Row) + trace(Rest, I + 1).
