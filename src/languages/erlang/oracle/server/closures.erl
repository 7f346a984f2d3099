%% The program as closures: built once, run for every candidate.
%%
%% Here are the program and its functions; every other kind of thing has a module of its own, named after it. What the
%% closures are is told in closures.hrl.
-module(bench_slicers_closures).
-export([build/2]).
-import(bench_slicers_clauses, [clause/2, select/2, variables/1]).
-import(bench_slicers_scheme, [asked/2, ticking/2, to_pure/1]).

-include("closures.hrl").
-include("replay.hrl").

%% A tuple of functions fun(Arguments, Modes) and the index of {Module, Name, Arity} in it.
build(Program, Options) ->
    #{modules := Modules} = Program,
    Names = [{M, name(F)} || {M, _, _, Fs} <- Modules, F <- Fs],
    Indexes = maps:from_list(lists:zip(Names, lists:seq(1, length(Names)))),
    C = #c{functions = Indexes, criteria = maps:from_keys(maps:get(criteria, Program), observed),
           trace = maps:get(trace, Options), fuel = maps:get(fuel, Options),
           is_measured = maps:get(is_measured, Options, false), is_remembered = maps:get(is_remembered, Options, false),
           has_funs = lists:any(fun has_funs/1, [F || {_, _, _, Fs} <- Modules, F <- Fs]),
           exports = maps:from_list([{M, Es} || {M, Es, _, _} <- Modules])},
    Reach = case C#c.is_remembered of
        true -> bench_slicers_reach:reach(Modules);
        false -> #{}
    end,
    Functions = [function(F, C#c{module = M, records = Rs}, Reach) || {M, _, Rs, Fs} <- Modules, F <- Fs],
    {list_to_tuple(Functions), Indexes}.

has_funs({Kind, _, _, _, _}) when Kind =:= anonymous_fun; Kind =:= internal_fun; Kind =:= external_fun -> true;
has_funs({_, _, _, _, Children}) -> lists:any(fun has_funs/1, Children).

name({function, _, _, {Name, Arity}, _}) -> {Name, Arity}.

function({function, _, Switch, {_, Arity} = Name, Clauses}, #c{module = Module} = C, Reaches) ->
    Asked = asked(Switch, C),
    Run = select([function_clause(Clause, C) || Clause <- Clauses],
                 fun(_, _, _) -> error(function_clause) end),
    Called = fun(Args, Modes) ->
        Asked(Modes) =:= 0 orelse error(undef),
        Run(Args, none, Modes)
    end,
    case Reaches of
        #{{Module, Name} := Reach} ->
            Function = #function{index = maps:get({Module, Name}, C#c.functions), reach = Reach, fuel = C#c.fuel,
                                 has_funs = C#c.has_funs},
            fun(Args, Modes) when length(Args) =:= Arity -> bench_slicers_replay:call(Called, Args, Modes, Function) end;
        _ ->
            fun(Args, Modes) when length(Args) =:= Arity -> Called(Args, Modes) end
    end.

function_clause(Clause, C0) ->
    Variables = variables(Clause),
    C = C0#c{variables = Variables},
    Env = erlang:make_tuple(maps:size(Variables), ?UNBOUND),
    {Match, Body} = clause(Clause, C),
    {fun(Args, _, Modes) -> Match(Args, Env, Modes) end, ticking(to_pure(Body), C)}.
