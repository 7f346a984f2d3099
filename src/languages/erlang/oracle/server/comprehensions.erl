%% Comprehensions as closures.
-module(bench_slicers_comprehensions).
-export([qualifiers/3]).
-import(bench_slicers_binaries, [chunks/2]).
-import(bench_slicers_clauses, [fresh/3, fresh_part/3, observed/3, observed_part/3]).
-import(bench_slicers_expressions, [expression/2, observe/3, plain/2]).
-import(bench_slicers_patterns, [pattern/2]).
-import(bench_slicers_runtime, [tick/1]).
-import(bench_slicers_scheme, [asked/2, refuse/2, to_binds/1, to_pure/1]).

-include("closures.hrl").

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
qualifiers([{b_generator, _, Switch, _, [Pattern, Source]} | Rest], Template, C) ->
    Then = qualifiers(Rest, Template, C),
    Bits = to_pure(expression(Source, C)),
    {Same, Skipped} = chunks(Pattern, C),
    Match = fresh_part([Pattern], observed_part([Pattern], Same, C), C),
    Skip = fresh_part([Pattern], Skipped, C),
    Asked = asked(Switch, C),
    Fuel = C#c.fuel,
    fun(Env, Modes, Found) ->
        case Asked(Modes) of
            0 -> generate_chunks(Bits(Env, Modes), {Match, Skip, Then, Fuel}, Env, Modes, Found);
            _ -> Then(Env, Modes, Found)
        end
    end;
qualifiers([{map_generator, _, _, _, _} = Node | _], _, _) ->
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

%% A chunk that does not match is skipped; what is no chunk ends it.
generate_chunks(Bits, {Match, Skip, Then, Fuel} = How, Env, Modes, Found) when is_bitstring(Bits) ->
    case Match(Bits, Env, Modes) of
        {Bound, Rest} ->
            tick(Fuel),
            generate_chunks(Rest, How, Env, Modes, Then(Bound, Modes, Found));
        false ->
            case Skip(Bits, Env, Modes) of
                {_, Rest} -> generate_chunks(Rest, How, Env, Modes, Found);
                false -> Found
            end
    end;
generate_chunks(Other, _, _, _, _) -> error({bad_generator, Other}).

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
    lists:member(Kind, [atom, integer, float, char, string, nil, var, tuple, cons, binary, bin_element, map_expr, map_expr_update,
                        map_field, record_field_expr, record_index_expr, record_expr, record_field]).

is_operator(Op, Arity) ->
    lists:member(Op, ['andalso', 'orelse']) orelse erl_internal:arith_op(Op, Arity)
        orelse erl_internal:bool_op(Op, Arity) orelse erl_internal:comp_op(Op, Arity).
