-module(program).
-export([main/1]).


main({Text, Limit}) ->
    Tokens = tokens(Text, undef, []),
    {Program, _}      = statements(Tokens, [], undef),
    Simple = [simplify_statement(Statement) || Statement <- Program],
    {Values, _}     = run(Simple, [], {0, Limit}),
    Answer = lookup(undef,  Values),




    io:format(undef,         [Answer | undef]),





    undef.


tokens([], _, Found) -> lists:reverse(Found);
tokens([$\n | Rest], _,    Found) -> tokens(Rest, undef,    Found);
tokens([$\s | Rest], _,    Found) -> tokens(Rest, undef, Found);
tokens([$# | Rest], _,    Found) -> tokens(skip_comment(Rest), undef, Found);
tokens([C | Rest], _,    Found) when C >= $0, C =< $9 ->
    {Number, Left} = number(Rest, C - $0),
    tokens(Left, undef, [{number, Number, undef} | Found]);
tokens([C | Rest], _,    Found) when C >= $a, C =< $z ->
    {Name, Left} = name(Rest, [C]),
    tokens(Left, undef, [{name, Name, undef} | Found]);
tokens([C | Rest], _,    Found) ->
    Kind = case undef                       of
        _    -> symbol

    end,
    tokens(Rest, undef, [{Kind, C, undef} | Found]).

skip_comment([]) -> [];
skip_comment([$\n | Rest]) ->        Rest;
skip_comment([_ | Rest]) -> skip_comment(Rest).

number([C | Rest], Value) when C >= $0, C =< $9 ->
    number(Rest, Value * 10 + C - $0);
number(Rest, Value) -> {Value, Rest}.

name([C | Rest], Name) when C >= $a, C =< $z -> name(Rest, [C | Name]);
name(Rest, Name) -> {lists:reverse(Name), Rest}.


statements([], Program, _)      -> {lists:reverse(Program), undef};
statements([{symbol, $;, _} | Rest], Program, _)      -> statements(Rest, Program, undef);
statements([{name, Name, _}, {symbol, $=, _} | Rest], Program, _)      ->
    statement(Name, sum(Rest), Program, undef);
statements(Tokens, Program, _)      ->
    statement(undef,  sum(Tokens), Program, undef).

statement(Name, {ok, Expression, Rest}, Program, _)      ->
    statements(Rest, [{Name, Expression} | Program], undef);
statement(_, {_, _,       Rest}, Program, _)      ->
    statements(recover(Rest), Program, undef).

recover([]) -> [];
recover([{symbol, $;, _} | Rest]) -> Rest;
recover([_ | Rest]) -> recover(Rest).

sum(Tokens) ->
    case product(Tokens) of
        {ok, Left, Rest} -> more_sum(Left, Rest);
        Error -> Error
    end.

more_sum(Left, [{symbol, Operator, _} | Rest]) when Operator =:= $+; Operator =:= $- ->
    case product(Rest) of
        {ok, Right, Left2} -> more_sum({Operator, Left, Right}, Left2);
        Error -> Error
    end;
more_sum(Left, Rest) -> {ok, Left, Rest}.

product(Tokens) ->
    case factor(Tokens) of
        {ok, Left, Rest} -> more_product(Left, Rest);
        Error -> Error
    end.

more_product(Left, [{symbol, Operator, _} | Rest]) when Operator =:= $*; Operator =:= $/ ->
    case factor(Rest) of
        {ok, Right, Left2} -> more_product({Operator, Left, Right}, Left2);
        Error -> Error
    end;
more_product(Left, Rest) -> {ok, Left, Rest}.

factor([{number, Value, _} | Rest]) -> {ok, {number, Value}, Rest};
factor([{name, Name, _} | Rest]) -> {ok, {undef, Name}, Rest};
factor([{_,      $-, _} | Rest]) ->
    case factor(Rest) of
        {ok, Inner, Left} -> {ok, {$-, {number, 0}, Inner}, Left};
        Error -> Error
    end;
factor([{_,      $(, _}    | Rest]) ->
    case sum(Rest) of
        {ok, Inner, [{symbol, $), _} | Left]} -> {ok, Inner, Left};
        {_,  _, Left} -> {undef, undef,            Left}

    end;
factor([_                | Rest]) -> {undef, undef,                     Rest};
factor(_)  -> {undef, undef,      []}.

simplify_statement({Name, Expression}) -> {Name, simplify(Expression)}.

simplify({$+, Left, Right}) ->
    case {simplify(Left), simplify(Right)} of
        {{_,      0}, Other} -> Other;
        {Other, {_,      0}} -> Other;
        {NewLeft, NewRight} -> {$+, NewLeft, NewRight}
    end;
simplify({$*, Left, Right}) ->
    case {simplify(Left), simplify(Right)} of
        {{_,      1}, Other} -> Other;
        {Other, {_,      1}} -> Other;
        {NewLeft, NewRight} -> {$*, NewLeft, NewRight}
    end;
simplify({Operator, Left, Right}) -> {Operator, simplify(Left), simplify(Right)};
simplify(Leaf) -> Leaf.


run([], Values, _)          -> {Values, undef};
run(_, Values, {Steps, Limit}) when Steps >= Limit -> {Values, undef};
run([{Name, Expression} | Rest], Values, {Steps, Limit}) ->
    {Value, Used} = evaluate(Expression, Values, 1),
    run(Rest, store(Name, Value, Values), {Steps + Used, Limit}).

evaluate({number, Value}, _, Steps) -> {Value, Steps};
evaluate({_,    Name}, Values, Steps) -> {lookup(Name, Values), Steps};
evaluate({Operator, Left, Right}, Values, Steps) ->
    {A, AfterA} = evaluate(Left, Values, Steps + 1),
    {B, AfterB} = evaluate(Right, Values, AfterA),
    {calculate(Operator, A, B), AfterB}.

calculate(_, none, _) -> none;
calculate(_, _, none) -> none;
calculate($+, A, B) -> A + B;
calculate($-, A, B) -> A - B;
calculate($*, A, B) -> A * B;
calculate(_,  _, 0) -> none;
calculate(_,  A, B) -> A div B.


store(Name, Value,              Rest)  -> [{Name, Value} | Rest].


lookup(_, []) -> none;
lookup(Name, [{Name, Value} | _]) -> Value;
lookup(Name, [_ | Rest]) -> lookup(Name, Rest).
