%% `try` as closures.
-module(bench_slicers_exceptions).
-export([try_expression/2]).
-import(bench_slicers_clauses, [clause/2, select/2]).
-import(bench_slicers_expressions, [body/2]).
-import(bench_slicers_scheme, [asked/2, refuse/2, to_binds/1, to_pure/1]).

-include("closures.hrl").

%% try: what stops a run passes through, and skips the `after` part.

try_expression(Parts, C) ->
    Is = fun(Kinds) -> fun(Part) -> lists:member(element(1, Part), Kinds) end end,
    Body = to_binds(body(lists:filter(fun(P) -> not (Is([cr_clause, catch_clause, try_after]))(P) end, Parts), C)),
    Of = [{M, to_pure(B)} || {M, B} <- [clause(P, C) || P <- lists:filter(Is([cr_clause]), Parts)]],
    Catch = [catch_clause(P, C) || P <- lists:filter(Is([catch_clause]), Parts)],
    Then = case Of of
        [] -> fun([Value], _, _) -> Value end;
        _ -> select(Of, fun([Value], _, _) -> error({try_clause, Value}) end)
    end,
    Handle = select(Catch, fun([Class, Reason], _, _) -> erlang:raise(Class, Reason, []) end),
    Main = fun(Env, Modes) ->
        case protected(Body, Env, Modes) of
            {value, [Value | Bound]} -> Then([Value], Bound, Modes);
            {Class, Reason} -> Handle([Class, Reason], Env, Modes)
        end
    end,
    case lists:filter(Is([try_after]), Parts) of
        [] -> Main;
        [{_, _, Switch, _, After}] -> after_part(Main, to_pure(body(After, C)), asked(Switch, C))
    end.

protected(Run, Env, Modes) ->
    try {value, Run(Env, Modes)}
    catch
        throw:{?STOP, _} = Stop -> throw(Stop);
        Class:Reason -> {Class, Reason}
    end.

after_part(Main, After, Asked) ->
    fun(Env, Modes) ->
        Result = protected(Main, Env, Modes),
        Asked(Modes) =:= 0 andalso After(Env, Modes),
        case Result of
            {value, Value} -> Value;
            {Class, Reason} -> erlang:raise(Class, Reason, [])
        end
    end.

catch_clause({catch_clause, Id, Switch, Label, Children}, C) ->
    {Patterns, Rest} = lists:splitwith(fun(Child) -> element(1, Child) =/= guard end, Children),
    Full = case Patterns of
        [Class, Reason] -> [Class, Reason];
        [Class, Reason, {var, _, _, '_', _}] -> [Class, Reason];
        [_, _, Stack] -> refuse(Stack, <<"a stack trace, which depends on how code is run">>)
    end,
    {Match, Body} = clause({catch_clause, Id, Switch, Label, Full ++ Rest}, C),
    {Match, to_pure(Body)}.
