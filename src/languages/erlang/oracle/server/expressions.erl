%% Expressions as closures, with what is left when they are deleted, and the criterion observed.
-module(bench_slicers_expressions).
-export([binding_list/1, body/2, expression/2, observe/3, plain/2, sequence/2, with/3]).
-import(bench_slicers_binaries, [built/2, template/2]).
-import(bench_slicers_calls, [call/4, external/4, function_index/4]).
-import(bench_slicers_clauses, [binding_clauses/2, observed/3, select/2]).
-import(bench_slicers_comprehensions, [qualifiers/3]).
-import(bench_slicers_exceptions, [try_expression/2]).
-import(bench_slicers_funs, [anonymous_fun/3]).
-import(bench_slicers_patterns, [pattern/2]).
-import(bench_slicers_records, [definition/3, field_index/4, fields/3, record_new/4, record_update/5]).
-import(bench_slicers_runtime, [apply_operator/3, built_binary/1, call_function/3, make_fun/2, observe/1]).
-import(bench_slicers_scheme, [asked/2, check_arity/2, constant/1, refuse/2, to_binds/1, to_pure/1]).

-include("closures.hrl").

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

%% An expression with its switch; the criterion is observed.
expression({cons, Id, Switch, _, [Head, Tail]}, C) ->
    Rest = expression(Tail, C),
    deletable(Switch, observe(Id, cell(expression(Head, C), Rest), C), Rest, C);
expression({_, Id, Switch, _, _} = Node, C) ->
    deletable(Switch, observe(Id, plain(Node, C), C), {pure, fun(_, _) -> undef end}, C).

observe(Id, {pure, Run}, #c{criteria = Criteria}) when is_map_key(Id, Criteria) ->
    {pure, fun(Env, Modes) -> Value = Run(Env, Modes), observe(Value), Value end};
observe(Id, {binds, Run}, #c{criteria = Criteria}) when is_map_key(Id, Criteria) ->
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
        ?NOTE(Trace, Switch),
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
plain({binary_comprehension, _, _, _, [Template, {qualifiers, _, _, _, Qualifiers}]}, C) ->
    Run = qualifiers(Qualifiers, template(Template, C), C),
    {pure, fun(Env, Modes) -> built_binary(list_to_bitstring(lists:reverse(Run(Env, Modes, [])))) end};
plain({binary, _, _, _, Segments}, C) ->
    built(Segments, C);
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
