-module(program).
-export([main/1]).


main({Names, Start}) ->
    Table = table(),
    Result = run(Names, Table, Start),


    io:format(undef, [Result | undef]).



table() ->
    Offset = 3,
    [{add, fun(N) -> N + Offset end},
     {double, fun double/1},
     {negate, fun(N) -> -N end},
     {square, fun(N) -> power(N, 2) end}].

run([], _, N) -> N;
run([Name | Rest], Table, N) ->
    case find(Name, Table) of
        none -> run(Rest, Table, N);
        Operation -> run(Rest, Table, Operation(N))
    end.

find(_, []) -> none;
find(Name, [{Name, Operation} | _]) -> Operation;
find(Name, [_ | Rest]) -> find(Name, Rest).



double(N) -> N * 2.

power(_, 0) -> 1;
power(N, K)  -> N * power(N, K - 1).
