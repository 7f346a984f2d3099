%% Clauses as closures: patterns, guard and body, and which clause is chosen.
-module(bench_slicers_clauses).
-export([binding_clauses/2, clause/2, fresh/3, fresh_part/3, observed/3, observed_part/3, patterns/1, select/2,
         variables/1]).
-import(bench_slicers_expressions, [body/2, plain/2]).
-import(bench_slicers_patterns, [pattern/2]).
-import(bench_slicers_runtime, [observe/1]).
-import(bench_slicers_scheme, [asked/2, refuse/2, to_binds/1, to_pure/1]).

-include("closures.hrl").

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
    {measured(Clause, unless_deleted(Switch, Observed, C, Clause), Patterns, Guard, C), body(Body, C)}.

measured(_, Match, _, _, #c{is_measured = false}) -> Match;
measured({_, Id, _, _, _}, Match, Patterns, Guard, C) -> bench_slicers_probe:noted(Id, Match, Patterns, Guard, C).

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
        ?NOTE(Trace, Switch),
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

%% Criteria in a pattern are observed once the pattern has matched.
observed(Patterns, Match, C) ->
    case lists:flatmap(fun(Pattern) -> criteria(Pattern, C) end, Patterns) of
        [] ->
            Match;
        Indexes ->
            fun(Values, Env, Modes) ->
                case Match(Values, Env, Modes) of
                    false -> false;
                    Bound -> observe_all(Indexes, Bound), Bound
                end
            end
    end.

observed_part(Patterns, Match, C) ->
    case lists:flatmap(fun(Pattern) -> criteria(Pattern, C) end, Patterns) of
        [] ->
            Match;
        Indexes ->
            fun(Values, Env, Modes) ->
                case Match(Values, Env, Modes) of
                    false -> false;
                    {Bound, _} = Matched -> observe_all(Indexes, Bound), Matched
                end
            end
    end.

observe_all(Indexes, Bound) ->
    lists:foreach(fun(Index) -> observe(element(Index, Bound)) end, Indexes).

criteria({var, Id, _, Name, _}, #c{criteria = Criteria, variables = Variables}) when is_map_key(Id, Criteria) ->
    [maps:get(Name, Variables)];
criteria({_, _, _, _, Children}, C) ->
    lists:flatmap(fun(Child) -> criteria(Child, C) end, Children).

binding_clauses(Clauses, C) ->
    [{Match, to_binds(Body)} || {Match, Body} <- [clause(Clause, C) || Clause <- Clauses]].

%% Variables in the head of a fun and left of a generator are new ones, unless deleted there.
fresh(Patterns, Match, C) ->
    case new_variables(Patterns, C) of
        [] ->
            Match;
        Indexes ->
            Fresh = with_new(Indexes, fun(Values, Env, Modes) -> rest_of(Match(Values, Env, Modes)) end),
            fun(Values, Env, Modes) ->
                case Fresh(Values, Env, Modes) of
                    {Bound, none} -> Bound;
                    false -> false
                end
            end
    end.

rest_of(false) -> false;
rest_of(Bound) -> {Bound, none}.

%% The same for patterns that leave a rest: fun(Value, Env, Modes) -> {Env, Rest} | false.
fresh_part(Patterns, Match, C) ->
    with_new(new_variables(Patterns, C), Match).

with_new(Indexes, Match) ->
    fun(Values, Env, Modes) ->
        Empty = lists:foldl(fun(Index, Acc) -> setelement(Index, Acc, ?UNBOUND) end, Env, Indexes),
        case Match(Values, Empty, Modes) of
            false -> false;
            {Bound, Rest} -> {lists:foldl(fun(Index, Acc) -> shadowed(Index, Acc, Env) end, Bound, Indexes), Rest}
        end
    end.

shadowed(Index, Bound, Env) ->
    case element(Index, Bound) of
        ?UNBOUND -> setelement(Index, Bound, element(Index, Env));
        _ -> Bound
    end.

%% Sizes of segments and keys of maps are about what was bound before.
new_variables(Patterns, C) ->
    Bound = lists:usort(lists:flatmap(fun bound/1, Patterns)),
    [refuse(Node, <<"a variable that is an old one here and a new one beside">>)
     || Pattern <- Patterns, Node <- old(Pattern), lists:member(element(4, Node), Bound)],
    [maps:get(Name, C#c.variables) || Name <- Bound].

bound({bin_element, _, _, _, [Value | _]}) -> bound(Value);
bound({map_field, _, _, _, [_, Value]}) -> bound(Value);
bound({var, _, _, '_', _}) -> [];
bound({var, _, _, Name, _}) -> [Name];
bound({_, _, _, _, Children}) -> lists:flatmap(fun bound/1, Children).

%% Variables of sizes and keys, less those of earlier segments.
old({binary, _, _, _, Segments}) ->
    {Old, _} = lists:foldl(fun({_, _, _, _, [Value | Size]}, {Found, Earlier}) ->
        {[Node || Part <- Size, Node <- used(Part), not lists:member(element(4, Node), Earlier)] ++ Found,
         bound(Value) ++ Earlier}
    end, {[], []}, Segments),
    Old;
old({map_field, _, _, _, [Key, Value]}) -> used(Key) ++ old(Value);
old({_, _, _, _, Children}) -> lists:flatmap(fun old/1, Children).

used({var, _, _, _, _} = Node) -> [Node];
used({_, _, _, _, Children}) -> lists:flatmap(fun used/1, Children).
