%% The second opinion: a candidate's text through the real preprocessor, compiler and loader.
%%
%% The text marks the criterion as {bench_slicers_criterion, C}, in an expression or a pattern. Calls that the
%% closures do not run as they are (output, huge products, calls that are computed) are routed alike here.
-module(bench_slicers_compiled).
-export([confirm/2, parsed/2, beam/1, quick_beam/2, numbered_beam/1, load/3, unload/1, judge/4, message/1, sink/0, cells/0, path/0, tick/0, taken/1, observe/1, observe/3, multiply/2, shift/2, built_binary/1, segment_size/1, output/2, computed/3,
         caught/1, holds/1, virtual/3, virtual_fun/3]).

-define(STOP, '$bench_slicers_stop').
-define(CRITERION, bench_slicers_criterion).
-define(ALONE_WORDS, 16000000).
%% Branches that are noted, at most.
-define(MAX_CELLS, 8000).

confirm(#{folder := Folder, candidates := Candidates}, Inputs) ->
    [candidate(unicode:characters_to_list(Folder), Files, Inputs) || Files <- Candidates].

candidate(Folder, Files, {{Module, {Name, _}}, Fuel, Inputs}) ->
    try [compiled(Folder, File) || File <- Files] of
        Modules ->
            Program = #{entry => {Module, Name}, fuel => Fuel, modules => Modules, patience => infinity},
            {Verdict, Input, Position, Ticks, _} = judge(Inputs, 0, 0, Program),
            unload(Modules),
            bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks)
    catch
        throw:{invalid, Error} -> bench_slicers_protocol:reason(3, message(Error))
    end.

compiled(Folder, File) ->
    {Module, Path, Forms} = parsed(Folder, File),
    load(Module, Path, beam(Forms)).

%% The module of a file as it is written, with its marks; it is known to compile.
parsed(Folder, {Name, Text}) ->
    %% Other servers write into the same folder.
    Path = filename:join(Folder, os:getpid() ++ "-" ++ unicode:characters_to_list(Name)),
    ok = file:write_file(Path, Text),
    {ok, Forms} = epp:parse_file(Path, []),
    [throw({invalid, Error}) || {error, Error} <- Forms],
    %% The marks are put in before checking: the check must see what was written.
    Plain = unmarked(Forms),
    case erl_lint:module(Plain, Path, []) of
        {error, [{_, [Error | _]} | _], _} -> throw({invalid, Error});
        _ -> ok
    end,
    {hd([M || {attribute, _, module, M} <- Forms]), Path, Forms}.

beam(Forms) -> beam(Forms, none, true).

%% A module that is compiled as quickly as can be; with `paths`, branches are noted when they are taken.
quick_beam(Forms, How) -> beam(Forms, case How of paths -> 0; plain -> none end, false).

%% A module whose points are numbered.
numbered_beam(Forms) ->
    put(has_calls, true),
    try beam(Forms, none, false) after erase(has_calls) end.

beam(Forms, NCells, IsOptimised) ->
    put(n_cells, NCells),
    put(own, [{Name, Arity} || {function, _, Name, Arity, _} <- Forms]),
    Slow = [no_type_opt, no_ssa_opt],
    %% What runs for microseconds is not worth being optimised.
    Quick = [no_copt, no_bool_opt, no_bsm_opt, no_share_opt, no_recv_opt, no_postopt | Slow],
    beam_with([form(Form) || Form <- Forms], case IsOptimised of true -> [[], Slow]; false -> [Quick, Slow] end).

%% Once in a while the optimiser of a release fails on a program that has nothing wrong.
beam_with(Forms, [Options | Others]) ->
    case compile:forms(Forms, [binary, return_errors, nowarn_unused_vars | Options]) of
        {ok, _, Beam} -> Beam;
        {ok, _, Beam, _} -> Beam;
        _ when Others =/= [] -> beam_with(Forms, Others);
        {error, [{_, [Error | _]} | _], _} -> throw({invalid, Error})
    end.

load(Module, Path, Beam) ->
    {module, Module} = code:load_binary(Module, Path, Beam),
    Module.

unload(Modules) ->
    [begin code:purge(M), code:delete(M), code:purge(M) end || M <- Modules],
    ok.

message({_, Tool, What}) -> unicode:characters_to_binary(Tool:format_error(What));
message(Other) -> unicode:characters_to_binary(io_lib:format("~0p", [Other])).

unmarked({tuple, _, [{atom, _, ?CRITERION}, Marked]}) -> unmarked(Marked);
unmarked({tuple, _, [{atom, _, ?CRITERION}, {integer, _, _}, Marked]}) -> unmarked(Marked);
unmarked(Tuple) when is_tuple(Tuple) -> list_to_tuple(unmarked(tuple_to_list(Tuple)));
unmarked([Head | Tail]) -> [unmarked(Head) | unmarked(Tail)];
unmarked(Other) -> Other.

%% {Verdict, Input, Position, Ticks, How}; how the run came to the position is `returned`, `fuel`, `memory`,
%% `{value, Value}` or `{crashed, Class, Reason}`.
judge([{_, [], _} | Rest], Input, Ticks, Program) ->
    judge(Rest, Input + 1, Ticks, Program);
judge([{Args, Expected, Limit} | Rest], Input, Ticks, Program) ->
    case run(Args, Expected, Limit, Program) of
        {0, _, Spent, _} -> judge(Rest, Input + 1, Ticks + Spent, Program);
        {Verdict, Position, Spent, How} -> {Verdict, Input, Position, Ticks + Spent, How}
    end;
judge([], _, Ticks, _) ->
    {0, 0, 0, Ticks, returned}.

run(Args, Expected, Limit, #{entry := {Module, Name}, fuel := Fuel, modules := Modules, patience := Patience}) ->
    Self = self(),
    atomics:put(Fuel, 1, Limit),
    %% Values seen, for when the run is killed.
    atomics:put(Fuel, 2, 0),
    Run = fun() ->
        group_leader(spawn_link(fun sink/0), self()),
        put(expected, Expected),
        put(run, {Self, length(Expected), Fuel, Limit, Modules}),
        bench_slicers_virtual:start(Args),
        How = try apply(Module, Name, Args), returned catch Class:Reason -> {crashed, Class, Reason} end,
        ended(bench_slicers_runtime:ended(How), How)
    end,
    {Pid, Monitor} = spawn_opt(Run, [monitor, {max_heap_size, #{size => ?ALONE_WORDS, kill => true,
                                                                error_logger => false}}]),
    receive
        {ended, Pid, Result} ->
            exit(Pid, kill),
            receive {'DOWN', Monitor, process, Pid, _} -> Result end;
        {'DOWN', Monitor, process, Pid, _} ->
            {2, atomics:get(Fuel, 2), 0, memory}
    after Patience ->
        exit(Pid, kill),
        receive {'DOWN', Monitor, process, Pid, _} -> {2, atomics:get(Fuel, 2), 0, fuel} end
    end.

%% Ends a run from inside, where the program's own `catch` cannot see it. Where it has none, an exception does.
ended(Verdict, How) ->
    ended(Verdict, How, get(run)).

ended(Verdict, _, {_, true, _, _, _}) ->
    get(stopped) =:= none andalso put(stopped, Verdict),
    throw({?STOP, Verdict});
ended(Verdict, How, {Server, false, Fuel, Limit, _}) ->
    path(),
    Server ! {ended, self(), {Verdict, 0, Limit - max(atomics:get(Fuel, 1), 0), How}},
    receive bench_slicers_never -> ok end;
ended(Verdict, How, {Server, N, Fuel, Limit, _}) ->
    Spent = Limit - max(atomics:get(Fuel, 1), 0),
    Server ! {ended, self(), {Verdict, N - length(get(expected)), Spent, How}},
    receive bench_slicers_never -> ok end.

passed(Run) ->
    try Run()
    catch
        throw:{?STOP, fuel} -> ended(2, fuel);
        throw:{?STOP, _} -> ended(1, returned)
    end.

%% Takes what a program writes by ways that are not seen in its text.
sink() ->
    receive
        {io_request, From, ReplyAs, _} -> From ! {io_reply, ReplyAs, ok}, sink();
        _ -> sink()
    end.

%% Called by instrumented code.

tick() ->
    case atomics:sub_get(element(3, get(run)), 1, 1) of
        Left when Left < 0 -> ended(2, fuel);
        _ -> true
    end.

%% A branch is taken.
taken(Cell) ->
    Cells = get(cells),
    case counters:get(Cells, Cell) of
        0 ->
            counters:put(Cells, Cell, 1),
            put(taken, [Cell | get(taken)]);
        _ -> ok
    end.

%% The branches taken since this was last asked for.
path() ->
    Taken = get(taken),
    Cells = get(cells),
    lists:foreach(fun(Cell) -> counters:put(Cells, Cell, 0) end, Taken),
    put(taken, []),
    lists:sort(Taken).

%% Cells for branches.
cells() -> counters:new(?MAX_CELLS, [write_concurrency]).

observe(Value) ->
    try bench_slicers_runtime:observe(Value)
    catch
        throw:{?STOP, same} -> ended(0, returned);
        throw:{?STOP, _} -> ended(1, {value, Value})
    end,
    atomics:add(element(3, get(run)), 2, 1),
    Value.

%% A value of a point that has a number, in a call.
observe(Point, Value, Call) ->
    case bench_slicers_sequences:observe(Point, Value, Call, element(3, get(run))) of
        full -> ended(2, fuel);
        ok -> Value
    end.

multiply(A, B) -> passed(fun() -> bench_slicers_runtime:multiply(A, B) end).

shift(A, B) -> passed(fun() -> bench_slicers_runtime:shift(A, B) end).

built_binary(Bits) -> passed(fun() -> bench_slicers_runtime:built_binary(Bits) end).

segment_size(Size) -> passed(fun() -> bench_slicers_runtime:segment_size(Size) end).

output(Name, Args) -> bench_slicers_allowed:output(Name, Args).

virtual(Module, Name, Args) -> passed(fun() -> bench_slicers_virtual:call(Module, Name, Args) end).

virtual_fun(Module, Name, Arity) ->
    bench_slicers_runtime:make_fun(Arity, fun(Args) -> virtual(Module, Name, Args) end).

computed(Module, Name, Args) when is_atom(Module), is_atom(Name), is_list(Args) ->
    case lists:member(Module, element(5, get(run))) of
        true -> apply(Module, Name, Args);
        false ->
            case bench_slicers_allowed:allowed(Module, Name, length(Args)) of
                output -> output(Name, Args);
                virtual -> virtual(Module, Name, Args);
                true -> apply(Module, Name, Args);
                missing -> error(undef);
                false -> ended(1, {crashed, error, {forbidden, Module, Name, length(Args)}})
            end
    end;
computed(_, _, _) ->
    error(badarg).

%% A filter that could be a guard.
holds(Run) ->
    try Run() =:= true
    catch error:_ -> false
    end.

%% `catch Expression`, without the stack.
caught(Run) ->
    try Run()
    catch
        throw:Value -> Value;
        error:Reason -> {'EXIT', {Reason, []}};
        exit:Reason -> {'EXIT', Reason}
    end.

%% Instrumentation.

form({function, A, Name, Arity, Clauses}) ->
    put(results, 0),
    put(around, nil_call(A)),
    {function, A, Name, Arity, [clause(named(Clause, Name), [call(A, tick, [])]) || Clause <- Clauses]};
form(Form) ->
    Form.

nil_call(A) -> {atom, A, none}.

%% A clause whose arguments have names, where calls are told.
named({clause, A, Patterns, Guard, Body} = Clause, Name) ->
    case get(has_calls) of
        true ->
            Variables = [{var, A, list_to_atom("BenchSlicersArgument" ++ integer_to_list(N))}
                         || N <- lists:seq(1, length(Patterns))],
            put(around, {tuple, A, [{atom, A, Name}, list(A, Variables)]}),
            {clause, A, lists:zipwith(fun(P, V) -> {match, A, P, V} end, Patterns, Variables), Guard, Body};
        _ -> Clause
    end.

%% Names of variables, each once in a function.
result_name() ->
    Number = get(results) + 1,
    put(results, Number),
    list_to_atom("BenchSlicersResult" ++ integer_to_list(Number)).

call(A, Name, Args) ->
    {call, A, {remote, A, {atom, A, ?MODULE}, {atom, A, Name}}, Args}.

%% Statements that go first when the clause is chosen, after the criterion in its patterns is seen.
clause({clause, A, Patterns, Guard, Body}, First) ->
    {Plain, Seen} = pattern(Patterns),
    {clause, A, Plain, Guard, observing(A, Seen) ++ First ++ taking(A) ++ expr(Body)}.

%% A statement that notes that this place is reached, where that is wanted.
taking(A) ->
    case get(n_cells) of
        none -> [];
        ?MAX_CELLS -> [];
        Known ->
            put(n_cells, Known + 1),
            [call(A, taken, [{integer, A, Known + 1}])]
    end.

observing(A, Seen) -> [seen(A, One) || One <- Seen].

seen(A, {numbered, Number, Variable}) -> call(A, observe, [Number, Variable, get(around)]);
seen(A, Variable) -> call(A, observe, [Variable]).

pattern({tuple, _, [{atom, _, ?CRITERION}, Marked]}) -> {Marked, [Marked]};
pattern({tuple, _, [{atom, _, ?CRITERION}, {integer, _, _} = Number, Marked]}) -> {Marked, [{numbered, Number, Marked}]};
pattern(Tuple) when is_tuple(Tuple) ->
    {Plain, Seen} = pattern(tuple_to_list(Tuple)),
    {list_to_tuple(Plain), Seen};
pattern([Head | Tail]) ->
    {H, SeenH} = pattern(Head),
    {T, SeenT} = pattern(Tail),
    {[H | T], SeenH ++ SeenT};
pattern(Other) -> {Other, []}.

expr({tuple, A, [{atom, _, ?CRITERION}, Marked]}) -> call(A, observe, [expr(Marked)]);
expr({tuple, A, [{atom, _, ?CRITERION}, {integer, _, _} = Number, Marked]}) ->
    call(A, observe, [Number, expr(Marked), get(around)]);
expr({match, A, Pattern, Value}) ->
    case pattern(Pattern) of
        {Plain, []} -> {match, A, Plain, expr(Value)};
        {Plain, Seen} ->
            Result = {var, A, result_name()},
            {block, A, [{match, A, Result, {match, A, Plain, expr(Value)}} | observing(A, Seen)] ++ [Result]}
    end;
expr({clause, _, _, _, _} = Clause) -> clause(Clause, []);
expr({'fun', A, {clauses, Clauses}}) ->
    {'fun', A, {clauses, [clause(Clause, [call(A, tick, [])]) || Clause <- Clauses]}};
expr({named_fun, A, Name, Clauses}) ->
    {named_fun, A, Name, [clause(Clause, [call(A, tick, [])]) || Clause <- Clauses]};
expr({lc, A, Template, Qualifiers}) ->
    {lc, A, expr(Template), lists:flatmap(fun qualifier/1, Qualifiers)};
expr({bc, A, Template, Qualifiers}) ->
    Part = {bin, A, [{bin_element, A, expr(Template), default, [bitstring]}]},
    call(A, built_binary, [{bc, A, Part, lists:flatmap(fun qualifier/1, Qualifiers)}]);
expr({bin, A, Segments}) ->
    call(A, built_binary, [{bin, A, [segment(Segment) || Segment <- Segments]}]);
expr({op, A, '*', Left, Right}) -> call(A, multiply, [expr(Left), expr(Right)]);
expr({op, A, 'bsl', Left, Right}) -> call(A, shift, [expr(Left), expr(Right)]);
expr({op, A, Op, Left, Right}) when Op =:= 'andalso'; Op =:= 'orelse' ->
    {op, A, Op, expr(Left), block(A, taking(A) ++ [expr(Right)])};
expr({'catch', A, Expression}) ->
    call(A, caught, [{'fun', A, {clauses, [{clause, A, [], [], [expr(Expression)]}]}}]);
expr({call, A, {remote, _, {atom, _, erlang}, {atom, _, apply}}, [Module, Name, Args]}) ->
    call(A, computed, [expr(Module), expr(Name), expr(Args)]);
expr({call, A, {remote, _, {atom, _, io}, {atom, _, Name}}, Args}) ->
    call(A, output, [{atom, A, Name}, list(A, expr(Args))]);
expr({call, A, {remote, _, {atom, _, Module}, {atom, _, Name}} = Callee, Args}) ->
    case bench_slicers_virtual:kind(Module, Name, length(Args)) of
        virtual -> call(A, virtual, [{atom, A, Module}, {atom, A, Name}, list(A, expr(Args))]);
        _ -> {call, A, Callee, expr(Args)}
    end;
expr({call, A, {remote, _, Module, Name}, Args}) ->
    call(A, computed, [expr(Module), expr(Name), list(A, expr(Args))]);
expr({call, A, {atom, _, apply}, [Module, Name, Args]}) ->
    call(A, computed, [expr(Module), expr(Name), expr(Args)]);
expr({call, A, {atom, _, Name} = Callee, Args}) ->
    case is_virtual_here(Name, length(Args)) of
        true -> call(A, virtual, [{atom, A, erlang}, {atom, A, Name}, list(A, expr(Args))]);
        false -> {call, A, Callee, expr(Args)}
    end;
expr({'fun', A, {function, Name, Arity}} = Fun) ->
    case is_virtual_here(Name, Arity) of
        true -> call(A, virtual_fun, [{atom, A, erlang}, {atom, A, Name}, {integer, A, Arity}]);
        false -> Fun
    end;
expr({'fun', A, {function, {atom, _, Module}, {atom, _, Name}, {integer, _, Arity}}} = Fun) ->
    case bench_slicers_virtual:kind(Module, Name, Arity) of
        virtual -> call(A, virtual_fun, [{atom, A, Module}, {atom, A, Name}, {integer, A, Arity}]);
        _ -> Fun
    end;
expr(Tuple) when is_tuple(Tuple) -> list_to_tuple(expr(tuple_to_list(Tuple)));
expr([Head | Tail]) -> [expr(Head) | expr(Tail)];
expr(Other) -> Other.

block(_, [Expression]) -> Expression;
block(A, Expressions) -> {block, A, Expressions}.

%% A name without a module means the runtime's function when the module has none.
is_virtual_here(Name, Arity) ->
    not lists:member({Name, Arity}, get(own)) andalso bench_slicers_virtual:kind(erlang, Name, Arity) =:= virtual.

list(A, Expressions) ->
    lists:foldr(fun(Expression, Tail) -> {cons, A, Expression, Tail} end, {nil, A}, Expressions).

segment({bin_element, A, Value, Size, Types}) when Size =:= default; element(1, Size) =:= integer ->
    {bin_element, A, expr(Value), Size, Types};
segment({bin_element, A, Value, Size, Types}) ->
    {bin_element, A, expr(Value), call(A, segment_size, [expr(Size)]), Types}.

%% A filter that could be a guard must stay one.
qualifier({Generator, A, Pattern, Source}) when Generator =:= generate; Generator =:= b_generate ->
    {Plain, Seen} = pattern(Pattern),
    [{Generator, A, Plain, expr(Source)} | [{block, A, [Call, {atom, A, true}]} || Call <- observing(A, Seen)]]
        ++ [call(A, tick, [])];
qualifier(Filter) ->
    Plain = unmarked(Filter),
    case erl_lint:is_guard_test(Plain) of
        true when Plain =:= Filter -> [Filter];
        true ->
            A = element(2, Filter),
            [call(A, holds, [{'fun', A, {clauses, [{clause, A, [], [], [expr(Filter)]}]}}])];
        false -> [expr(Filter)]
    end.
