%% Funs as closures.
-module(bench_slicers_funs).
-export([anonymous_fun/3]).
-import(bench_slicers_clauses, [clause/2, fresh/3, select/2]).
-import(bench_slicers_runtime, [make_fun/2]).
-import(bench_slicers_scheme, [check_arity/2, ticking/2, to_pure/1]).

-include("closures.hrl").

anonymous_fun(Name, Clauses, C) ->
    [{_, _, _, _, First} | _] = Clauses,
    Arity = length(lists:takewhile(fun(Child) -> element(1, Child) =/= guard end, First)),
    check_arity(hd(Clauses), Arity),
    Run = select([fun_clause(Clause, C) || Clause <- Clauses], fun(_, _, _) -> error(function_clause) end),
    case Name of
        '' ->
            fun(Env, Modes) -> make_fun(Arity, fun(Args) -> Run(Args, Env, Modes) end) end;
        _ ->
            Index = maps:get(Name, C#c.variables),
            fun(Env, Modes) -> named_fun(Arity, Index, Run, Env, Modes) end
    end.

named_fun(Arity, Index, Run, Env, Modes) ->
    make_fun(Arity, fun(Args) ->
        Self = named_fun(Arity, Index, Run, Env, Modes),
        Run(Args, setelement(Index, Env, Self), Modes)
    end).

fun_clause(Clause, C) ->
    {Match, Body} = clause(Clause, C),
    Patterns = lists:takewhile(fun(Child) -> element(1, Child) =/= guard end, element(5, Clause)),
    {fresh(Patterns, Match, C), ticking(to_pure(Body), C)}.
