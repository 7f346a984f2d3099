%% Calls as closures: functions of the program, allowed ones of the runtime, names known at run time only.
-module(bench_slicers_calls).
-export([call/4, external/4, function_index/4]).
-import(bench_slicers_expressions, [with/3]).
-import(bench_slicers_runtime, [call_function/3, make_fun/2, stop/1]).
-import(bench_slicers_scheme, [refuse/2]).

-include("closures.hrl").

call(Node, {atom, _, _, Name, _}, Args, C) ->
    Arity = length(Args),
    case C#c.functions of
        #{{C#c.module, {Name, Arity}} := Index} ->
            with(Args, C, fun(Values, Modes) -> call_function(Index, Values, Modes) end);
        _ ->
            remote(Node, erlang, Name, Args, C)
    end;
call(Node, {remote, _, _, {Module, Name}, []}, Args, C) ->
    remote(Node, Module, Name, Args, C);
call(_, {remote, _, _, {Module, Name}, Parts}, Args, C) ->
    with(Parts ++ Args, C, fun(Values, Modes) ->
        {Names, Rest} = lists:split(length(Parts), Values),
        {M, F} = case {Module, Name, Names} of
            {'_', '_', [A, B]} -> {A, B};
            {'_', _, [A]} -> {A, Name};
            {_, '_', [B]} -> {Module, B}
        end,
        apply_dynamic(M, F, Rest, Modes, C)
    end);
call(_, Callee, Args, C) ->
    with([Callee | Args], C, fun([Fun | Values], _) -> apply(Fun, Values) end).

%% Index of an exported function of the program; `undefined` when its module has no such function,
%% `none` when it is a module of the runtime.
function_index(Module, Name, Arity, #c{functions = Functions, exports = Exports}) ->
    case Exports of
        #{Module := Names} ->
            case lists:member({Name, Arity}, Names) andalso maps:find({Module, {Name, Arity}}, Functions) of
                {ok, Index} -> Index;
                _ -> undefined
            end;
        _ -> none
    end.

remote(Node, erlang, apply, [Fun, List], C) ->
    _ = Node,
    with([Fun, List], C, fun([F, Args], _) when is_function(F) -> apply(F, Args); (_, _) -> error(badarg) end);
remote(_, erlang, apply, [Module, Name, List], C) ->
    with([Module, Name, List], C, fun([M, F, Args], Modes) ->
        is_atom(M) andalso is_atom(F) andalso is_list(Args) orelse error(badarg),
        apply_dynamic(M, F, Args, Modes, C)
    end);
remote(Node, Module, Name, Args, C) ->
    Arity = length(Args),
    case function_index(Module, Name, Arity, C) of
        none -> with(Args, C, runtime_call(Module, Name, Arity, Node));
        undefined -> with(Args, C, fun(_, _) -> error(undef) end);
        Index -> with(Args, C, fun(Values, Modes) -> call_function(Index, Values, Modes) end)
    end.

runtime_call(Module, Name, Arity, Node) ->
    case bench_slicers_allowed:allowed(Module, Name, Arity) of
        output -> fun(Values, _) -> bench_slicers_allowed:output(Name, Values) end;
        virtual -> fun(Values, _) -> bench_slicers_virtual:call(Module, Name, Values) end;
        true when Arity =:= 1 -> fun([A], _) -> Module:Name(A) end;
        true when Arity =:= 2 -> fun([A, B], _) -> Module:Name(A, B) end;
        true -> fun(Values, _) -> apply(Module, Name, Values) end;
        missing -> fun(_, _) -> error(undef) end;
        false ->
            refuse(Node, iolist_to_binary(io_lib:format("`~ts:~ts/~b`", [Module, Name, Arity])))
    end.

apply_dynamic(Module, Name, Args, Modes, C) when is_atom(Module), is_atom(Name) ->
    Arity = length(Args),
    case function_index(Module, Name, Arity, C) of
        none ->
            case bench_slicers_allowed:allowed(Module, Name, Arity) of
                output -> bench_slicers_allowed:output(Name, Args);
                virtual -> bench_slicers_virtual:call(Module, Name, Args);
                true -> apply(Module, Name, Args);
                missing -> error(undef);
                false -> stop(forbidden)
            end;
        undefined -> error(undef);
        Index -> call_function(Index, Args, Modes)
    end;
apply_dynamic(_, _, _, _, _) ->
    error(badarg).

external(Node, Module, Name, Arity) ->
    case bench_slicers_allowed:allowed(Module, Name, Arity) of
        true -> fun Module:Name/Arity;
        missing -> fun Module:Name/Arity;
        output -> make_fun(Arity, fun(Args) -> bench_slicers_allowed:output(Name, Args) end);
        virtual -> make_fun(Arity, fun(Args) -> bench_slicers_virtual:call(Module, Name, Args) end);
        false -> refuse(Node, iolist_to_binary(io_lib:format("`~ts:~ts/~b`", [Module, Name, Arity])))
    end.
