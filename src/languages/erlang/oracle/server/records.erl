%% Maps and records as closures.
-module(bench_slicers_records).
-export([definition/3, field_index/4, fields/3, record_new/4, record_update/5]).
-import(bench_slicers_expressions, [binding_list/1, expression/2, sequence/2]).
-import(bench_slicers_scheme, [asked/2, refuse/2, to_binds/1]).

-include("closures.hrl").

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
