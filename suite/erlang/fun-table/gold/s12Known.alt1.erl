-module(program).
-export([main/1]).


main({Names, _}) ->
    Table = table(),


    Known = [Name || Name <- Names, find(Name, Table) =/= undef],


    io:format(undef, [Known | undef]).

table() ->

    [{add, fun(_) -> undef end},
     {double, fun double/1},
     {negate, fun(_) -> undef end},
     {square, fun(_) -> undef end}].








find(_, []) -> undef;
find(Name, [{Name, Operation} | _]) -> Operation;
find(Name, [_ | Rest]) -> find(Name, Rest).



double(_) -> undef.
