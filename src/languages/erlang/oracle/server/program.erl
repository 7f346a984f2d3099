%% What travels as text becomes terms: numbers, record definitions, arguments.
-module(bench_slicers_program).
-export([prepare/1, arguments/1]).

%% Modules become {Name, Exports, Records, Functions}.
prepare(#{modules := Modules} = Program) ->
    Program#{modules := [{Name, Exports, maps:from_list([record(R) || R <- Records]), [term(F) || F <- Functions]}
                         || {Name, Exports, Records, Functions} <- Modules]}.

term({float, _, _, Value, []} = Node) when is_float(Value) -> Node;
term({Kind, Id, Switch, Text, []}) when Kind =:= integer; Kind =:= float ->
    case erl_scan:string(unicode:characters_to_list(Text)) of
        {ok, [{Kind, _, Value}], _} -> {Kind, Id, Switch, Value, []};
        _ -> throw({refused, Id, <<"a number">>})
    end;
term({string, Id, Switch, Text, []}) ->
    {string, Id, Switch, unicode:characters_to_list(Text), []};
term({Kind, Id, Switch, Label, Children}) ->
    {Kind, Id, Switch, Label, [term(Child) || Child <- Children]}.

%% {Name, [{Field, Default}]} of a record attribute.
record({Id, Text}) ->
    try
        {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text)),
        {ok, {attribute, _, record, {Name, Fields}}} = erl_parse:parse_form(Tokens),
        {Name, [field(Field) || Field <- Fields]}
    catch
        error:_ -> throw({refused, Id, <<"this record definition">>})
    end.

field({typed_record_field, Field, _}) -> field(Field);
field({record_field, _, {atom, _, Name}}) -> {Name, undefined};
field({record_field, _, {atom, _, Name}, Default}) ->
    {value, Value, _} = erl_eval:expr(Default, []),
    {Name, Value}.

arguments(Texts) ->
    try {ok, [argument(unicode:characters_to_list(Text)) || Text <- Texts]}
    catch error:_ -> error
    end.

argument(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    {ok, Term} = erl_parse:parse_term(Tokens),
    Term.
