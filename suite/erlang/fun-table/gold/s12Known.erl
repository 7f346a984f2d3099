-module(program).
-export([main/1]).


main({Names, _}) ->
    Table = table(),


    Known = [Name || Name <- Names, find(Name, Table) =/= none],


    io:format(undef, [Known | undef]).

table() ->

    [{add, undef},
     {double, undef},
     {negate, undef},
     {square, undef}].








find(_, []) -> none;
find(Name, [{Name, _} | _]) -> undef;
find(Name, [_ | Rest]) -> find(Name, Rest).
