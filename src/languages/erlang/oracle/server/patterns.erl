%% Patterns as closures.
-module(bench_slicers_patterns).
-export([pattern/2]).
-import(bench_slicers_clauses, [patterns/1]).
-import(bench_slicers_expressions, [expression/2, plain/2]).
-import(bench_slicers_records, [definition/3, field_index/4]).
-import(bench_slicers_scheme, [asked/2, refuse/2, to_pure/1]).

-include("closures.hrl").

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
        ?NOTE(Trace, Switch),
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
plain_pattern({binary, _, _, _, Segments}, C) ->
    bench_slicers_binaries:pattern(Segments, C);
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
