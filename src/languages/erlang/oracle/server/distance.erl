%% How far values are from what a clause wants: 0.0 for a clause that takes them, else more.
%%
%% Numbers are apart by the logarithm of their difference, so that of two the nearer one has the smaller distance, and
%% structure outweighs numbers (Korel, "Automated Software Test Data Generation", IEEE TSE 1990; Tracey et al., ASE 1998).
%% A distance only guides the search for inputs: what fails here is far.
-module(bench_slicers_distance).
-export([clause/3]).
-import(bench_slicers_expressions, [plain/2]).
-import(bench_slicers_patterns, [pattern/2]).
-import(bench_slicers_scheme, [to_pure/1]).

-include("closures.hrl").

%% Terms that have nothing in common, and what cannot be measured.
-define(FAR, 100.0).
-define(UNKNOWN, 10000.0).

%% fun(Values, Env, Modes) -> Distance of a clause that did not take the values, above 0.
clause(Patterns, {guard, _, _, Sizes, Tests}, C) ->
    Fits = [fit(Pattern, C) || Pattern <- Patterns],
    Alternatives = [[condition(Test, C) || Test <- Part] || Part <- parts(Sizes, Tests)],
    fun(Values, Env, Modes) ->
        try fit_all(Fits, Values, Env, Modes) of
            {Distance, _} when Distance > 0 -> 4 * ?FAR + Distance;
            {_, Bound} -> max(guard(Alternatives, Bound, Modes), 0.1)
        catch
            _:_ -> ?UNKNOWN
        end
    end.

parts([], []) -> [];
parts([Size | Sizes], Tests) ->
    {Part, Rest} = lists:split(Size, Tests),
    [Part | parts(Sizes, Rest)].

guard([], _, _) -> 0.0;
guard(Alternatives, Env, Modes) ->
    lists:min([lists:sum([Test(Env, Modes, true) || Test <- Part]) || Part <- Alternatives]).

fit_all([], _, Env, _) -> {0.0, Env};
fit_all([Fit | Fits], [Value | Values], Env, Modes) ->
    {Distance, Bound} = Fit(Value, Env, Modes),
    {More, All} = fit_all(Fits, Values, Bound, Modes),
    {Distance + More, All}.

%% fun(Value, Env, Modes) -> {Distance of a pattern, Env}.
fit({var, _, _, '_', _}, _) ->
    fun(_, Env, _) -> {0.0, Env} end;
fit({var, _, _, Name, _}, #c{variables = Variables}) ->
    Index = maps:get(Name, Variables),
    fun(Value, Env, _) ->
        case element(Index, Env) of
            ?UNBOUND -> {0.0, setelement(Index, Env, Value)};
            Known -> {apart(Known, Value), Env}
        end
    end;
fit({tuple, _, _, _, Parts}, C) ->
    Size = length(Parts),
    Fits = [fit(Part, C) || Part <- Parts],
    fun(Value, Env, Modes) when tuple_size(Value) =:= Size -> fit_all(Fits, tuple_to_list(Value), Env, Modes);
       (_, Env, _) -> {?FAR, Env}
    end;
fit({cons, _, _, _, [Head, Tail]}, C) ->
    H = fit(Head, C),
    T = fit(Tail, C),
    fun([Value | Rest], Env, Modes) -> fit_all([H, T], [Value, Rest], Env, Modes);
       (_, Env, _) -> {?FAR, Env}
    end;
fit({match_expr, _, _, _, [Left, Right]}, C) ->
    Fits = [fit(Left, C), fit(Right, C)],
    fun(Value, Env, Modes) -> fit_all(Fits, [Value, Value], Env, Modes) end;
fit({binary_op_expr, _, _, '++', [{string, _, _, Prefix, _}, Rest]}, C) ->
    Fit = fit(Rest, C),
    Length = length(Prefix),
    fun(Value, Env, Modes) ->
        {Start, Left} = split(Length, Value),
        {Distance, Bound} = Fit(Left, Env, Modes),
        {apart(Prefix, Start) + Distance, Bound}
    end;
fit({Kind, _, _, _, _} = Node, C) when Kind =:= atom; Kind =:= integer; Kind =:= float; Kind =:= char; Kind =:= string;
                                       Kind =:= nil; Kind =:= unary_op_expr ->
    Literal = (to_pure(plain(Node, C)))({}, {{}}),
    fun(Value, Env, _) -> {apart(Literal, Value), Env} end;
fit(Node, C) ->
    Match = pattern(Node, C),
    fun(Value, Env, Modes) ->
        case Match(Value, Env, Modes) of
            false -> {?FAR, Env};
            Bound -> {0.0, Bound}
        end
    end.

split(0, Rest) -> {[], Rest};
split(N, [X | Rest]) ->
    {Start, Left} = split(N - 1, Rest),
    {[X | Start], Left};
split(_, Rest) -> {[], Rest}.

%% fun(Env, Modes, Wanted) -> Distance of a test from being true, or false.
condition({unary_op_expr, _, _, 'not', [Operand]}, C) ->
    Test = condition(Operand, C),
    fun(Env, Modes, Wanted) -> Test(Env, Modes, not Wanted) end;
condition({binary_op_expr, _, _, Op, [Left, Right]}, C)
        when Op =:= 'andalso'; Op =:= 'and'; Op =:= 'orelse'; Op =:= 'or' ->
    L = condition(Left, C),
    R = condition(Right, C),
    IsAnd = Op =:= 'andalso' orelse Op =:= 'and',
    fun(Env, Modes, Wanted) ->
        A = L(Env, Modes, Wanted),
        B = R(Env, Modes, Wanted),
        case IsAnd =:= Wanted of
            true -> A + B;
            false -> min(A, B)
        end
    end;
condition({binary_op_expr, _, _, Op, [Left, Right]}, C)
        when Op =:= '=:='; Op =:= '=='; Op =:= '=/='; Op =:= '/='; Op =:= '<'; Op =:= '>'; Op =:= '=<'; Op =:= '>=' ->
    L = to_pure(plain(Left, C)),
    R = to_pure(plain(Right, C)),
    fun(Env, Modes, Wanted) ->
        try relation(Op, L(Env, Modes), R(Env, Modes), Wanted)
        catch _:_ -> unmet(Wanted)
        end
    end;
condition(Test, C) ->
    Run = to_pure(plain(Test, C)),
    fun(Env, Modes, Wanted) ->
        try (Run(Env, Modes) =:= true) =:= Wanted of
            true -> 0.0;
            false -> ?FAR
        catch _:_ -> unmet(Wanted)
        end
    end.

%% What fails in a guard is false.
unmet(true) -> 2 * ?FAR;
unmet(false) -> 0.0.

relation(Op, A, B, Wanted) ->
    case erlang:Op(A, B) =:= Wanted of
        true -> 0.0;
        false when is_number(A), is_number(B), A /= B -> scaled(A - B);
        false when is_number(A), is_number(B) -> 0.5;
        false when Wanted andalso (Op =:= '=:=' orelse Op =:= '=='); not Wanted andalso (Op =:= '=/=' orelse Op =:= '/=') ->
            max(apart(A, B), 0.5);
        false -> ?FAR / 2
    end.

apart(Same, Same) -> 0.0;
apart(A, B) when is_number(A), is_number(B) -> max(scaled(A - B), 0.5);
apart([A | As], [B | Bs]) -> apart(A, B) + apart(As, Bs);
apart([_ | As], []) -> ?FAR + apart(As, []);
apart([], [_ | Bs]) -> ?FAR + apart([], Bs);
apart(A, B) when tuple_size(A) =:= tuple_size(B) ->
    lists:sum(lists:zipwith(fun apart/2, tuple_to_list(A), tuple_to_list(B)));
apart(_, _) -> ?FAR.

scaled(Difference) ->
    try math:log(1 + abs(Difference))
    catch error:_ -> ?FAR / 2
    end.
