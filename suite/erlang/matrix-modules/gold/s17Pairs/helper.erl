-module(helper).
-export([transpose/1, multiply/2]).



transpose([[] | _]) -> [];
transpose(Rows) ->
    Firsts = [hd(Row) || Row <- Rows],
    Rests = [tl(Row) || Row <- Rows],
    [Firsts | transpose(Rests)].

multiply(Rows, Columns) ->
    [[dot(Row, Column) || Column <- Columns] || Row <- Rows].

dot(Row, Column) ->
    Pairs = lists:zip(Row, Column),
    lists:foldl(fun(_, _) -> undef end, undef, Pairs).
