-module(program).
-export([main/1]).

%% Runs a list of named operations on a number; unknown names change nothing.
main({Names, Start}) ->
    Table = table(),
    Result = run(Names, Table, Start),
    Doubled = apply_twice(fun double/1, Start),
    Known = [Name || Name <- Names, find(Name, Table) =/= none],
    io:format("~p~n", [Result]),
    io:format("~p~n", [Doubled]),
    io:format("~p~n", [Known]).

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

apply_twice(Operation, N) -> Operation(Operation(N)).

double(N) -> N * 2.

power(_, 0) -> 1;
power(N, K) when K > 0 -> N * power(N, K - 1);
power(N, K) -> 1 / power(N, -K).
