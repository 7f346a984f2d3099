%% The program as closures: built once, run for every candidate.
%%
%% A node is {Kind, Id, Switch, Label, Children}, the kinds those of the syntax tree. Every node that can be
%% deleted has a switch above 0; a candidate is a tuple of modes, one for each switch: 0 it is there, 1 it is
%% deleted, 2 its rest takes its place (list elements). What is left in the place of a deleted node follows from
%% where it stands: `undef` for an expression, `_` for a pattern, nothing for an item of a list.
%%
%% An expression becomes {pure, fun(Env, Modes) -> Value} or, when it can bind variables,
%% {binds, fun(Env, Modes) -> [Value | Env]}; a pattern fun(Value, Env, Modes) -> Env | false.
%% Env holds the variables of one function clause; Modes holds the functions in its first element.
-module(bench_slicers_closures).
-export([build/2, observe/1, stop/1, multiply/2, shift/2]).

-define(UNBOUND, '$unbound').
-define(STOP, '$bench_slicers_stop').
-define(MODE(Switch, Modes), element(Switch + 1, Modes)).
%% Larger integers take more time than any fuel would allow them.
-define(HUGE, (1 bsl 100000)).

-record(c, {module, functions, exports, records, criterion, trace, fuel, variables = #{}}).

%% A tuple of functions fun(Arguments, Modes) and the index of {Module, Name, Arity} in it.
build(Program, Options) ->
    #{modules := Modules} = Program,
    Names = [{M, name(F)} || {M, _, _, Fs} <- Modules, F <- Fs],
    Indexes = maps:from_list(lists:zip(Names, lists:seq(1, length(Names)))),
    C = #c{functions = Indexes, criterion = maps:get(criterion, Program),
           trace = maps:get(trace, Options), fuel = maps:get(fuel, Options),
           exports = maps:from_list([{M, Es} || {M, Es, _, _} <- Modules])},
    Functions = [function(F, C#c{module = M, records = Rs}) || {M, _, Rs, Fs} <- Modules, F <- Fs],
    {list_to_tuple(Functions), Indexes}.

name({function, _, _, {Name, Arity}, _}) -> {Name, Arity}.

stop(Why) -> throw({?STOP, Why}).

refuse(Node, What) -> throw({refused, element(2, Node), What}).

%% A value of the criterion: compared with what the original had, or recorded.
observe(Value) ->
    case get(expected) of
        [{Same, Exact} | Rest] when Same =:= Value ->
            Exact =:= none orelse Exact =:= term_to_binary(Value) orelse stop(different),
            put(expected, Rest),
            Rest =:= [] andalso stop(same);
        {record, Values, Left} when Left > 0 ->
            put(expected, {record, [Value | Values], Left - 1});
        {record, _, _} ->
            stop(full);
        _ ->
            stop(different)
    end.

function({function, _, Switch, {_, Arity}, Clauses}, C) ->
    Asked = asked(Switch, C),
    Run = select([function_clause(Clause, C) || Clause <- Clauses],
                 fun(_, _, _) -> error(function_clause) end),
    fun(Args, Modes) when length(Args) =:= Arity ->
        Asked(Modes) =:= 0 orelse error(undef),
        Run(Args, none, Modes)
    end.

tick(Fuel) ->
    case atomics:sub_get(Fuel, 1, 1) of
        Left when Left < 0 -> stop(fuel);
        _ -> ok
    end.

function_clause(Clause, C0) ->
    Variables = variables(Clause),
    C = C0#c{variables = Variables},
    Env = erlang:make_tuple(maps:size(Variables), ?UNBOUND),
    {Match, Body} = clause(Clause, C),
    {fun(Args, _, Modes) -> Match(Args, Env, Modes) end, ticking(to_pure(Body), C)}.

%% A call costs fuel once its clause is chosen.
ticking(Run, #c{fuel = Fuel}) ->
    fun(Env, Modes) -> tick(Fuel), Run(Env, Modes) end.

%% Every variable of a clause, also those of funs and comprehensions in it, gets an index.
variables(Clause) ->
    Names = lists:usort(names(Clause)),
    maps:from_list(lists:zip(Names, lists:seq(1, length(Names)))).

names({var, _, _, '_', _}) -> [];
names({var, _, _, Name, _}) -> [Name];
names({anonymous_fun, _, _, Name, Children}) when Name =/= '' -> [Name | lists:flatmap(fun names/1, Children)];
names({_, _, _, _, Children}) -> lists:flatmap(fun names/1, Children).

%% The first clause that matches.
select([{Match, Body} | Rest], Fail) ->
    Next = select(Rest, Fail),
    fun(Value, Env, Modes) ->
        case Match(Value, Env, Modes) of
            false -> Next(Value, Env, Modes);
            Bound -> Body(Bound, Modes)
        end
    end;
select([], Fail) ->
    Fail.

%% A clause over a list of values: whether it matches, and its body.
clause({_, _, Switch, _, Children} = Clause, C) ->
    {Patterns, [Guard | Body]} = lists:splitwith(fun(Child) -> element(1, Child) =/= guard end, Children),
    Match = patterns([pattern(Pattern, C) || Pattern <- Patterns]),
    Guarded = guarded(Match, Guard, C),
    Observed = observed(Patterns, Guarded, C),
    {unless_deleted(Switch, Observed, C, Clause), body(Body, C)}.

unless_deleted(0, Match, _, _) ->
    Match;
unless_deleted(Switch, Match, #c{trace = none}, _) ->
    fun(Values, Env, Modes) ->
        case ?MODE(Switch, Modes) of
            0 -> Match(Values, Env, Modes);
            _ -> false
        end
    end;
unless_deleted(Switch, Match, #c{trace = Trace}, _) ->
    fun(Values, Env, Modes) ->
        atomics:put(Trace, Switch, 1),
        case ?MODE(Switch, Modes) of
            0 -> Match(Values, Env, Modes);
            _ -> false
        end
    end.

patterns([]) ->
    fun([], Env, _) -> Env end;
patterns([P]) ->
    fun([V], Env, Modes) -> P(V, Env, Modes) end;
patterns([P | Ps]) ->
    Rest = patterns(Ps),
    fun([V | Vs], Env, Modes) ->
        case P(V, Env, Modes) of
            false -> false;
            Bound -> Rest(Vs, Bound, Modes)
        end
    end.

guarded(Match, {guard, _, _, _, []}, _) ->
    Match;
guarded(Match, {guard, _, Switch, _, _} = Guard, C) ->
    Holds = guard(Guard, C),
    Asked = asked(Switch, C),
    fun(Values, Env, Modes) ->
        case Match(Values, Env, Modes) of
            false -> false;
            Bound ->
                case Asked(Modes) =/= 0 orelse Holds(Bound, Modes) of
                    true -> Bound;
                    false -> false
                end
        end
    end.

%% The mode of a switch, noted as consulted.
asked(0, _) -> fun(_) -> 0 end;
asked(Switch, #c{trace = none}) -> fun(Modes) -> ?MODE(Switch, Modes) end;
asked(Switch, #c{trace = Trace}) -> fun(Modes) -> atomics:put(Trace, Switch, 1), ?MODE(Switch, Modes) end.

guard({guard, _, _, Sizes, Tests}, C) ->
    Alternatives = [all([to_pure(plain(Test, C)) || Test <- Part]) || Part <- parts(Sizes, Tests)],
    fun(Env, Modes) -> lists:any(fun(Holds) -> Holds(Env, Modes) end, Alternatives) end.

parts([], []) -> [];
parts([Size | Sizes], Tests) ->
    {Part, Rest} = lists:split(Size, Tests),
    [Part | parts(Sizes, Rest)].

%% In a guard, what fails is false.
all(Tests) ->
    fun(Env, Modes) ->
        try lists:all(fun(Test) -> Test(Env, Modes) =:= true end, Tests)
        catch error:_ -> false
        end
    end.

%% A criterion in a pattern is observed once the pattern has matched.
observed(Patterns, Match, C) ->
    case lists:flatmap(fun(Pattern) -> criterion(Pattern, C) end, Patterns) of
        [] ->
            Match;
        [Index] ->
            fun(Values, Env, Modes) ->
                case Match(Values, Env, Modes) of
                    false -> false;
                    Bound -> observe(element(Index, Bound)), Bound
                end
            end
    end.

criterion({var, Id, _, Name, _}, #c{criterion = Id, variables = Variables}) -> [maps:get(Name, Variables)];
criterion({_, _, _, _, Children}, C) -> lists:flatmap(fun(Child) -> criterion(Child, C) end, Children).

body([Last], C) -> expression(Last, C);
body([First | Rest], C) ->
    {Kind, Then} = body(Rest, C),
    case expression(First, C) of
        {pure, Run} -> {Kind, fun(Env, Modes) -> Run(Env, Modes), Then(Env, Modes) end};
        {binds, Run} when Kind =:= binds ->
            {binds, fun(Env, Modes) -> [_ | Bound] = Run(Env, Modes), Then(Bound, Modes) end};
        {binds, Run} ->
            {binds, fun(Env, Modes) -> [_ | Bound] = Run(Env, Modes), [Then(Bound, Modes) | Bound] end}
    end.

to_pure({pure, Run}) -> Run;
to_pure({binds, Run}) -> fun(Env, Modes) -> [Value | _] = Run(Env, Modes), Value end.

to_binds({binds, Run}) -> Run;
to_binds({pure, Run}) -> fun(Env, Modes) -> [Run(Env, Modes) | Env] end.

%% An expression with its switch; the criterion is observed.
expression({cons, Id, Switch, _, [Head, Tail]}, C) ->
    Rest = expression(Tail, C),
    deletable(Switch, observe(Id, cell(expression(Head, C), Rest), C), Rest, C);
expression({_, Id, Switch, _, _} = Node, C) ->
    deletable(Switch, observe(Id, plain(Node, C), C), {pure, fun(_, _) -> undef end}, C).

observe(Id, {pure, Run}, #c{criterion = Id}) ->
    {pure, fun(Env, Modes) -> Value = Run(Env, Modes), observe(Value), Value end};
observe(Id, {binds, Run}, #c{criterion = Id}) ->
    {binds, fun(Env, Modes) -> [Value | _] = All = Run(Env, Modes), observe(Value), All end};
observe(_, Expression, _) ->
    Expression.

deletable(0, Plain, _, _) ->
    Plain;
deletable(Switch, {pure, Run}, {pure, Lifted}, #c{trace = none}) ->
    {pure, fun(Env, Modes) ->
        case ?MODE(Switch, Modes) of
            0 -> Run(Env, Modes);
            1 -> undef;
            2 -> Lifted(Env, Modes)
        end
    end};
deletable(Switch, {pure, Run}, {pure, Lifted}, #c{trace = Trace}) ->
    {pure, fun(Env, Modes) ->
        atomics:put(Trace, Switch, 1),
        case ?MODE(Switch, Modes) of
            0 -> Run(Env, Modes);
            1 -> undef;
            2 -> Lifted(Env, Modes)
        end
    end};
deletable(Switch, Plain, Lifted, C) ->
    Asked = asked(Switch, C),
    Run = to_binds(Plain),
    Rest = to_binds(Lifted),
    {binds, fun(Env, Modes) ->
        case Asked(Modes) of
            0 -> Run(Env, Modes);
            1 -> [undef | Env];
            2 -> Rest(Env, Modes)
        end
    end}.

cell({pure, H}, {pure, T}) ->
    {pure, fun(Env, Modes) -> V = H(Env, Modes), [V | T(Env, Modes)] end};
cell(Head, Tail) ->
    H = to_binds(Head),
    T = to_binds(Tail),
    {binds, fun(Env, Modes) ->
        [V | Env1] = H(Env, Modes),
        [Vs | Env2] = T(Env1, Modes),
        [[V | Vs] | Env2]
    end}.

%% Several expressions, left to right, as a list of values.
sequence(Nodes, C) ->
    Expressions = [expression(Node, C) || Node <- Nodes],
    case lists:all(fun({Kind, _}) -> Kind =:= pure end, Expressions) of
        true -> {pure, pure_list([Run || {pure, Run} <- Expressions])};
        false -> {binds, binding_list([to_binds(Expression) || Expression <- Expressions])}
    end.

pure_list([]) -> fun(_, _) -> [] end;
pure_list([A]) -> fun(Env, Modes) -> [A(Env, Modes)] end;
pure_list([A, B]) -> fun(Env, Modes) -> V = A(Env, Modes), [V, B(Env, Modes)] end;
pure_list([A, B, D]) -> fun(Env, Modes) -> V = A(Env, Modes), W = B(Env, Modes), [V, W, D(Env, Modes)] end;
pure_list([A | Rest]) ->
    More = pure_list(Rest),
    fun(Env, Modes) -> V = A(Env, Modes), [V | More(Env, Modes)] end.

binding_list([]) -> fun(Env, _) -> [[] | Env] end;
binding_list([A | Rest]) ->
    More = binding_list(Rest),
    fun(Env, Modes) ->
        [Value | Env1] = A(Env, Modes),
        [Values | Env2] = More(Env1, Modes),
        [[Value | Values] | Env2]
    end.

%% What becomes of several values.
with(Nodes, C, Use) ->
    case sequence(Nodes, C) of
        {pure, Run} -> {pure, fun(Env, Modes) -> Use(Run(Env, Modes), Modes) end};
        {binds, Run} -> {binds, fun(Env, Modes) -> [Values | Bound] = Run(Env, Modes), [Use(Values, Modes) | Bound] end}
    end.

plain({Kind, _, _, Value, []}, _) when Kind =:= atom; Kind =:= integer; Kind =:= float; Kind =:= char; Kind =:= string ->
    {pure, fun(_, _) -> Value end};
plain({nil, _, _, _, _}, _) ->
    {pure, fun(_, _) -> [] end};
plain({var, _, _, Name, _} = Node, #c{variables = Variables}) ->
    Name =:= '_' andalso refuse(Node, <<"`_` is no expression">>),
    Index = maps:get(Name, Variables),
    {pure, fun(Env, _) -> element(Index, Env) end};
plain({tuple, _, _, _, Parts}, C) ->
    with(Parts, C, fun(Values, _) -> list_to_tuple(Values) end);
plain({cons, _, _, _, [Head, Tail]}, C) ->
    cell(expression(Head, C), expression(Tail, C));
plain({match_expr, _, _, _, [Pattern, Expression]}, C) ->
    Run = to_binds(expression(Expression, C)),
    Match = observed([Pattern], pattern(Pattern, C), C),
    {binds, fun(Env, Modes) ->
        [Value | Bound] = Run(Env, Modes),
        case Match(Value, Bound, Modes) of
            false -> error({badmatch, Value});
            Matched -> [Value | Matched]
        end
    end};
plain({block_expr, _, _, _, Body}, C) ->
    body(Body, C);
plain({call, _, _, _, [Callee | Args]} = Node, C) ->
    call(Node, Callee, Args, C);
plain({unary_op_expr, _, _, Op, [Operand]}, C) ->
    with([Operand], C, fun([A], _) -> erlang:Op(A) end);
plain({binary_op_expr, _, _, Op, [Left, Right]}, C) when Op =:= 'andalso'; Op =:= 'orelse' ->
    L = to_binds(expression(Left, C)),
    R = to_pure(expression(Right, C)),
    {binds, fun(Env, Modes) ->
        [Value | Bound] = L(Env, Modes),
        case {Op, Value} of
            {'andalso', true} -> [R(Bound, Modes) | Bound];
            {'orelse', false} -> [R(Bound, Modes) | Bound];
            _ when is_boolean(Value) -> [Value | Bound];
            _ -> error({badarg, Value})
        end
    end};
plain({binary_op_expr, _, _, Op, [Left, Right]}, C) ->
    case {expression(Left, C), expression(Right, C)} of
        {{pure, L}, {pure, R}} -> {pure, operator(Op, L, R)};
        _ -> with([Left, Right], C, fun([A, B], _) -> apply_operator(Op, A, B) end)
    end;
plain({case_expr, _, _, _, [Scrutinee | Clauses]}, C) ->
    Run = to_binds(expression(Scrutinee, C)),
    Select = select(binding_clauses(Clauses, C), fun([Value], _, _) -> error({case_clause, Value}) end),
    {binds, fun(Env, Modes) -> [Value | Bound] = Run(Env, Modes), Select([Value], Bound, Modes) end};
plain({if_expr, _, _, _, Clauses}, C) ->
    Select = select(binding_clauses(Clauses, C), fun(_, _, _) -> error(if_clause) end),
    {binds, fun(Env, Modes) -> Select([], Env, Modes) end};
plain({anonymous_fun, _, _, Name, Clauses}, C) ->
    {pure, anonymous_fun(Name, Clauses, C)};
plain({internal_fun, _, _, {Name, Arity}, _} = Node, C) ->
    case C#c.functions of
        #{{C#c.module, {Name, Arity}} := Index} ->
            check_arity(Node, Arity),
            {pure, fun(_, Modes) -> make_fun(Arity, fun(Args) -> call_function(Index, Args, Modes) end) end};
        _ ->
            {pure, constant(external(Node, erlang, Name, Arity))}
    end;
plain({external_fun, _, _, {Module, Name, Arity}, []} = Node, C) ->
    case function_index(Module, Name, Arity, C) of
        none -> {pure, constant(external(Node, Module, Name, Arity))};
        undefined -> {pure, constant(fun Module:Name/Arity)};
        Index -> check_arity(Node, Arity), {pure, fun(_, Modes) -> make_fun(Arity, fun(Args) -> call_function(Index, Args, Modes) end) end}
    end;
plain({list_comprehension, _, _, _, [Template, {qualifiers, _, _, _, Qualifiers}]}, C) ->
    Run = qualifiers(Qualifiers, to_pure(expression(Template, C)), C),
    {pure, fun(Env, Modes) -> lists:reverse(Run(Env, Modes, [])) end};
plain({catch_expr, _, _, _, [Expression]}, C) ->
    Run = to_pure(expression(Expression, C)),
    {pure, fun(Env, Modes) ->
        try Run(Env, Modes)
        catch
            throw:{?STOP, _} = Stop -> throw(Stop);
            throw:Value -> Value;
            error:Reason -> {'EXIT', {Reason, []}};
            exit:Reason -> {'EXIT', Reason}
        end
    end};
plain({try_expr, _, _, _, Parts}, C) ->
    {pure, try_expression(Parts, C)};
plain({map_expr, _, _, _, Fields}, C) ->
    fields({pure, fun(_, _) -> #{} end}, Fields, C);
plain({map_expr_update, _, _, _, [Map | Fields]}, C) ->
    Checked = with([Map], C, fun([Value], _) -> is_map(Value) orelse error({badmap, Value}), Value end),
    fields(Checked, Fields, C);
plain({record_expr, _, _, Name, Fields} = Node, C) ->
    record_new(Node, Name, Fields, C);
plain({record_update_expr, _, _, Name, [Record | Fields]} = Node, C) ->
    record_update(Node, Name, Record, Fields, C);
plain({record_field_expr, _, _, {Name, Field}, [Record]} = Node, C) ->
    Index = field_index(Node, Name, Field, C),
    Size = length(definition(Node, Name, C)) + 1,
    with([Record], C, fun([R], _) -> is_record(R, Name, Size) orelse error({badrecord, R}), element(Index, R) end);
plain({record_index_expr, _, _, {Name, Field}, _} = Node, C) ->
    {pure, constant(field_index(Node, Name, Field, C))};
plain(Node, _) ->
    refuse(Node, iolist_to_binary(io_lib:format("`~ts`", [element(1, Node)]))).

constant(Value) -> fun(_, _) -> Value end.

operator('+', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A + R(Env, Modes) end;
operator('-', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A - R(Env, Modes) end;
operator('++', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A ++ R(Env, Modes) end;
operator('=:=', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A =:= R(Env, Modes) end;
operator('==', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A == R(Env, Modes) end;
operator('<', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A < R(Env, Modes) end;
operator('>', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A > R(Env, Modes) end;
operator('>=', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A >= R(Env, Modes) end;
operator('=<', L, R) -> fun(Env, Modes) -> A = L(Env, Modes), A =< R(Env, Modes) end;
operator(Op, L, R) -> fun(Env, Modes) -> A = L(Env, Modes), apply_operator(Op, A, R(Env, Modes)) end.

apply_operator('*', A, B) -> multiply(A, B);
apply_operator('bsl', A, B) -> shift(A, B);
apply_operator(Op, A, B) -> erlang:Op(A, B).

multiply(A, B) ->
    case A * B of
        Product when is_integer(Product), Product > ?HUGE; is_integer(Product), Product < -?HUGE -> stop(fuel);
        Product -> Product
    end.

shift(A, B) when is_integer(A), is_integer(B), B > 100000 -> stop(fuel);
shift(A, B) -> A bsl B.

binding_clauses(Clauses, C) ->
    [{Match, to_binds(Body)} || {Match, Body} <- [clause(Clause, C) || Clause <- Clauses]].

%% Calls.

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

call_function(Index, Args, Modes) ->
    (element(Index, element(1, Modes)))(Args, Modes).

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
        false -> refuse(Node, iolist_to_binary(io_lib:format("`~ts:~ts/~b`", [Module, Name, Arity])))
    end.

%% Funs.

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

%% Variables in the head of a fun and left of a generator are new ones, unless deleted there.
fresh(Patterns, Match, C) ->
    Names = lists:usort(lists:flatmap(fun names/1, Patterns)),
    case [maps:get(Name, C#c.variables) || Name <- Names] of
        [] ->
            Match;
        Indexes ->
            fun(Values, Env, Modes) ->
                Empty = lists:foldl(fun(Index, Acc) -> setelement(Index, Acc, ?UNBOUND) end, Env, Indexes),
                case Match(Values, Empty, Modes) of
                    false -> false;
                    Bound -> lists:foldl(fun(Index, Acc) -> shadowed(Index, Acc, Env) end, Bound, Indexes)
                end
            end
    end.

shadowed(Index, Bound, Env) ->
    case element(Index, Bound) of
        ?UNBOUND -> setelement(Index, Bound, element(Index, Env));
        _ -> Bound
    end.

%% Funs of each arity are written out below.
check_arity(Node, Arity) -> Arity > 8 andalso refuse(Node, <<"a fun with more than 8 parameters">>).

make_fun(0, F) -> fun() -> F([]) end;
make_fun(1, F) -> fun(A) -> F([A]) end;
make_fun(2, F) -> fun(A, B) -> F([A, B]) end;
make_fun(3, F) -> fun(A, B, D) -> F([A, B, D]) end;
make_fun(4, F) -> fun(A, B, D, E) -> F([A, B, D, E]) end;
make_fun(5, F) -> fun(A, B, D, E, G) -> F([A, B, D, E, G]) end;
make_fun(6, F) -> fun(A, B, D, E, G, H) -> F([A, B, D, E, G, H]) end;
make_fun(7, F) -> fun(A, B, D, E, G, H, I) -> F([A, B, D, E, G, H, I]) end;
make_fun(8, F) -> fun(A, B, D, E, G, H, I, J) -> F([A, B, D, E, G, H, I, J]) end.

%% Comprehensions: fun(Env, Modes, Reversed) -> Reversed.

qualifiers([], Template, _) ->
    fun(Env, Modes, Found) -> [Template(Env, Modes) | Found] end;
qualifiers([{generator, _, Switch, _, [Pattern, Source]} | Rest], Template, C) ->
    Then = qualifiers(Rest, Template, C),
    List = to_pure(expression(Source, C)),
    Match = fresh([Pattern], observed([Pattern], pattern(Pattern, C), C), C),
    Asked = asked(Switch, C),
    Fuel = C#c.fuel,
    fun(Env, Modes, Found) ->
        case Asked(Modes) of
            0 -> generate(List(Env, Modes), Match, Then, Fuel, Env, Modes, Found);
            _ -> Then(Env, Modes, Found)
        end
    end;
qualifiers([{Kind, _, _, _, _} = Node | _], _, _) when Kind =:= b_generator; Kind =:= map_generator ->
    refuse(Node, <<"this kind of generator">>);
qualifiers([{_, _, Switch, _, _} = Filter | Rest], Template, C) ->
    Then = qualifiers(Rest, Template, C),
    Holds = filter(Filter, C),
    Asked = asked(Switch, C),
    fun(Env, Modes, Found) ->
        case Asked(Modes) of
            0 ->
                case Holds(Env, Modes) of
                    [true | Bound] -> Then(Bound, Modes, Found);
                    [false | _] -> Found
                end;
            _ -> Then(Env, Modes, Found)
        end
    end.

generate([Value | Rest], Match, Then, Fuel, Env, Modes, Found) ->
    case Match(Value, Env, Modes) of
        false -> generate(Rest, Match, Then, Fuel, Env, Modes, Found);
        Bound ->
            tick(Fuel),
            generate(Rest, Match, Then, Fuel, Env, Modes, Then(Bound, Modes, Found))
    end;
generate([], _, _, _, _, _, Found) -> Found;
generate(Other, _, _, _, _, _, _) -> error({bad_generator, Other}).

%% A filter that could be a guard fails silently; whether it could depends on what is deleted in it.
filter({_, Id, _, _, _} = Node, C) ->
    Run = to_binds(observe(Id, plain(Node, C), C)),
    IsGuard = is_guard(Node, C),
    fun(Env, Modes) ->
        case IsGuard(Modes) of
            true ->
                try [hd(Run(Env, Modes)) =:= true | Env]
                catch error:_ -> [false | Env]
                end;
            false ->
                case Run(Env, Modes) of
                    [Value | _] = All when is_boolean(Value) -> All;
                    [Value | _] -> error({bad_filter, Value})
                end
        end
    end.

is_guard({Kind, _, _, _, Parts} = Node, C) ->
    case could_guard(Kind, Node, C) of
        false -> fun(_) -> false end;
        true ->
            Below = [{element(3, Part), is_guard(Part, C)} || Part <- guard_parts(Kind, Parts)],
            fun(Modes) ->
                lists:all(fun({Switch, Holds}) ->
                    (Switch =/= 0 andalso ?MODE(Switch, Modes) =:= 1) orelse Holds(Modes)
                end, Below)
            end
    end.

guard_parts(call, [_ | Args]) -> Args;
guard_parts(_, Parts) -> Parts.

could_guard(call, {call, _, _, _, [{atom, _, _, Name, _} | Args]}, C) ->
    Arity = length(Args),
    not maps:is_key({C#c.module, {Name, Arity}}, C#c.functions) andalso
        (erl_internal:guard_bif(Name, Arity) orelse erl_internal:new_type_test(Name, Arity));
could_guard(call, {call, _, _, _, [{remote, _, _, {erlang, Name}, []} | Args]}, _) ->
    Arity = length(Args),
    erl_internal:guard_bif(Name, Arity) orelse erl_internal:type_test(Name, Arity)
        orelse is_operator(Name, Arity);
could_guard(call, _, _) -> false;
could_guard(Kind, {_, _, _, Op, Parts}, _) when Kind =:= binary_op_expr; Kind =:= unary_op_expr ->
    is_operator(Op, length(Parts));
could_guard(Kind, _, _) ->
    lists:member(Kind, [atom, integer, float, char, string, nil, var, tuple, cons, map_expr, map_expr_update,
                        map_field, record_field_expr, record_index_expr, record_expr, record_field]).

is_operator(Op, Arity) ->
    lists:member(Op, ['andalso', 'orelse']) orelse erl_internal:arith_op(Op, Arity)
        orelse erl_internal:bool_op(Op, Arity) orelse erl_internal:comp_op(Op, Arity).

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
        [Reason] -> [{atom, -1, 0, throw, []}, Reason];
        [Class, Reason] -> [Class, Reason];
        [Class, Reason, {var, _, _, '_', _}] -> [Class, Reason];
        [_, _, Stack] -> refuse(Stack, <<"a stack trace, which depends on how code is run">>)
    end,
    {Match, Body} = clause({catch_clause, Id, Switch, Label, Full ++ Rest}, C),
    {Match, to_pure(Body)}.

%% Maps.

fields(Map, Fields, C) ->
    lists:foldl(fun(Field, Acc) -> field(Acc, Field, C) end, Map, Fields).

field(Map, {map_field, _, Switch, Op, [Key, Value]}, C) ->
    Base = to_binds(Map),
    Pair = to_binds(sequence([Key, Value], C)),
    Asked = asked(Switch, C),
    {binds, fun(Env, Modes) ->
        [Before | Env1] = Base(Env, Modes),
        case Asked(Modes) of
            0 ->
                [[K, V] | Env2] = Pair(Env1, Modes),
                After = case Op of
                    '=>' -> Before#{K => V};
                    ':=' -> Before#{K := V}
                end,
                [After | Env2];
            _ -> [Before | Env1]
        end
    end}.

%% Records, as tuples; fields are evaluated in the order of the definition.

definition(Node, Name, #c{records = Records}) ->
    case Records of
        #{Name := Fields} -> Fields;
        _ -> refuse(Node, <<"a record that the file does not define">>)
    end.

field_index(Node, Name, Field, C) ->
    field_index(Node, Field, definition(Node, Name, C), 2, C).

field_index(_, Field, [{Field, _} | _], Index, _) -> Index;
field_index(Node, Field, [_ | Rest], Index, C) -> field_index(Node, Field, Rest, Index + 1, C);
field_index(Node, _, [], _, _) -> refuse(Node, <<"an unknown field of a record">>).

record_new(Node, Name, Fields, C) ->
    lists:any(fun({_, _, _, Label, _}) -> Label =:= '_' end, Fields) andalso
        refuse(Node, <<"`_ =` in a record">>),
    [field_index(Field, Name, Label, C) || {_, _, _, Label, _} = Field <- Fields],
    Runs = [record_value(Field, Default, Fields, C) || {Field, Default} <- definition(Node, Name, C)],
    All = binding_list(Runs),
    {binds, fun(Env, Modes) -> [Values | Bound] = All(Env, Modes), [list_to_tuple([Name | Values]) | Bound] end}.

record_value(Name, Default, Fields, C) ->
    case [Field || {_, _, _, Label, _} = Field <- Fields, Label =:= Name] of
        [] ->
            fun(Env, _) -> [Default | Env] end;
        [{_, _, Switch, _, [Value]} | _] ->
            Run = to_binds(expression(Value, C)),
            Asked = asked(Switch, C),
            fun(Env, Modes) ->
                case Asked(Modes) of
                    0 -> Run(Env, Modes);
                    _ -> [Default | Env]
                end
            end
    end.

record_update(Node, Name, Record, Fields, C) ->
    Size = length(definition(Node, Name, C)) + 1,
    Updates = [{field_index(Field, Name, Label, C), asked(Switch, C), to_binds(expression(Value, C))}
               || {_, _, Switch, Label, [Value]} = Field <- Fields],
    Base = to_binds(expression(Record, C)),
    {binds, fun(Env, Modes) ->
        {Values, Env1} = lists:foldl(fun({Index, Asked, Run}, {Acc, E}) ->
            case Asked(Modes) of
                0 -> [V | E1] = Run(E, Modes), {[{Index, V} | Acc], E1};
                _ -> {Acc, E}
            end
        end, {[], Env}, Updates),
        [R | Env2] = Base(Env1, Modes),
        is_record(R, Name, Size) orelse error({badrecord, R}),
        [lists:foldl(fun({Index, V}, Acc) -> setelement(Index, Acc, V) end, R, Values) | Env2]
    end}.

%% Patterns.

pattern({cons, _, Switch, _, [Head, Tail]}, C) ->
    H = pattern(Head, C),
    T = pattern(Tail, C),
    Plain = fun([V | Vs], Env, Modes) ->
                    case H(V, Env, Modes) of
                        false -> false;
                        Bound -> T(Vs, Bound, Modes)
                    end;
               (_, _, _) -> false
            end,
    wildcard(Switch, Plain, T, C);
pattern({_, _, Switch, _, _} = Node, C) ->
    wildcard(Switch, plain_pattern(Node, C), none, C).

wildcard(0, Plain, _, _) -> Plain;
wildcard(Switch, Plain, Lifted, #c{trace = none}) ->
    fun(Value, Env, Modes) ->
        case ?MODE(Switch, Modes) of
            0 -> Plain(Value, Env, Modes);
            1 -> Env;
            2 -> Lifted(Value, Env, Modes)
        end
    end;
wildcard(Switch, Plain, Lifted, #c{trace = Trace}) ->
    fun(Value, Env, Modes) ->
        atomics:put(Trace, Switch, 1),
        case ?MODE(Switch, Modes) of
            0 -> Plain(Value, Env, Modes);
            1 -> Env;
            2 -> Lifted(Value, Env, Modes)
        end
    end.

plain_pattern({var, _, _, '_', _}, _) ->
    fun(_, Env, _) -> Env end;
plain_pattern({var, _, _, Name, _}, #c{variables = Variables}) ->
    Index = maps:get(Name, Variables),
    fun(Value, Env, _) ->
        case element(Index, Env) of
            ?UNBOUND -> setelement(Index, Env, Value);
            Value -> Env;
            _ -> false
        end
    end;
plain_pattern({tuple, _, _, _, Parts}, C) ->
    Size = length(Parts),
    Match = patterns([pattern(Part, C) || Part <- Parts]),
    fun(Value, Env, Modes) when tuple_size(Value) =:= Size -> Match(tuple_to_list(Value), Env, Modes);
       (_, _, _) -> false
    end;
plain_pattern({match_expr, _, _, _, [Left, Right]}, C) ->
    Match = patterns([pattern(Left, C), pattern(Right, C)]),
    fun(Value, Env, Modes) -> Match([Value, Value], Env, Modes) end;
plain_pattern({map_expr, _, _, _, Fields}, C) ->
    Matches = [map_field_pattern(Field, C) || Field <- Fields],
    fun(Value, Env, Modes) when is_map(Value) -> match_fields(Matches, Value, Env, Modes);
       (_, _, _) -> false
    end;
plain_pattern({record_expr, _, _, Name, Fields} = Node, C) ->
    Size = length(definition(Node, Name, C)) + 1,
    Matches = [{field_index(Field, Name, Label, C), wildcard(Switch, pattern(Part, C), none, C)}
               || {_, _, Switch, Label, [Part]} = Field <- Fields],
    fun(Value, Env, Modes) when tuple_size(Value) =:= Size, element(1, Value) =:= Name ->
            lists:foldl(fun(_, false) -> false;
                           ({Index, Match}, Bound) -> Match(element(Index, Value), Bound, Modes)
                        end, Env, Matches);
       (_, _, _) -> false
    end;
plain_pattern({binary_op_expr, _, _, '++', [{string, _, _, Prefix, _}, Rest]}, C) ->
    Match = pattern(Rest, C),
    fun(Value, Env, Modes) ->
        case strip(Prefix, Value) of
            {rest, Tail} -> Match(Tail, Env, Modes);
            false -> false
        end
    end;
plain_pattern({Kind, _, _, _, _} = Node, C) when
        Kind =:= atom; Kind =:= integer; Kind =:= float; Kind =:= char; Kind =:= string; Kind =:= nil;
        Kind =:= unary_op_expr; Kind =:= binary_op_expr; Kind =:= record_index_expr ->
    Literal = (to_pure(plain(Node, C)))({}, {{}}),
    fun(Value, Env, _) when Value =:= Literal -> Env;
       (_, _, _) -> false
    end;
plain_pattern(Node, _) ->
    refuse(Node, <<"this pattern">>).

strip([], Value) -> {rest, Value};
strip([X | Prefix], [X | Value]) -> strip(Prefix, Value);
strip(_, _) -> false.

map_field_pattern({map_field, _, Switch, _, [Key, Part]}, C) ->
    {asked(Switch, C), to_pure(expression(Key, C)), pattern(Part, C)}.

match_fields([], _, Env, _) -> Env;
match_fields([{Asked, Key, Match} | Rest], Map, Env, Modes) ->
    case Asked(Modes) of
        0 ->
            case maps:find(Key(Env, Modes), Map) of
                {ok, Value} ->
                    case Match(Value, Env, Modes) of
                        false -> false;
                        Bound -> match_fields(Rest, Map, Bound, Modes)
                    end;
                error -> false
            end;
        _ -> match_fields(Rest, Map, Env, Modes)
    end.
