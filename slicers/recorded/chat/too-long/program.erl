-module(program).
-export([main/1]).

%% A calculator: reads a text with assignments and expressions, runs it, and reports on it.
main({Text, Limit}) ->
    Tokens = tokens(Text, 1, []),
    {Program, Errors} = statements(Tokens, [], []),
    Simple = [simplify_statement(Statement) || Statement <- Program],
    {Values, Steps} = run(Simple, [], {0, Limit}),
    Answer = lookup(answer, Values),
    Names = names(Program),
    Size = lists:sum([size_of(Statement) || Statement <- Simple]),
    Deepest = lists:max([0 | [depth(Expression) || {_, Expression} <- Program]]),
    Numbers = [Value || {number, Value, _} <- Tokens],
    io:format("answer ~p~n", [Answer]),
    io:format("steps ~p~n", [Steps]),
    io:format("names ~p~n", [Names]),
    io:format("size ~p~n", [Size]),
    io:format("depth ~p~n", [Deepest]),
    io:format("numbers ~p~n", [Numbers]),
    io:format("errors ~p~n", [Errors]).

%% Tokens are {Kind, Value, Line}, in reverse until the end.
tokens([], _, Found) -> lists:reverse(Found);
tokens([$\n | Rest], Line, Found) -> tokens(Rest, Line + 1, Found);
tokens([$\s | Rest], Line, Found) -> tokens(Rest, Line, Found);
tokens([$# | Rest], Line, Found) -> tokens(skip_comment(Rest), Line, Found);
tokens([C | Rest], Line, Found) when C >= $0, C =< $9 ->
    {Number, Left} = number(Rest, C - $0),
    tokens(Left, Line, [{number, Number, Line} | Found]);
tokens([C | Rest], Line, Found) when C >= $a, C =< $z ->
    {Name, Left} = name(Rest, [C]),
    tokens(Left, Line, [{name, Name, Line} | Found]);
tokens([C | Rest], Line, Found) ->
    Kind = case lists:member(C, "+-*/()=;") of
        true -> symbol;
        false -> unknown
    end,
    tokens(Rest, Line, [{Kind, C, Line} | Found]).

skip_comment([]) -> [];
skip_comment([$\n | Rest]) -> [$\n | Rest];
skip_comment([_ | Rest]) -> skip_comment(Rest).

number([C | Rest], Value) when C >= $0, C =< $9 ->
    number(Rest, Value * 10 + C - $0);
number(Rest, Value) -> {Value, Rest}.

name([C | Rest], Name) when C >= $a, C =< $z -> name(Rest, [C | Name]);
name(Rest, Name) -> {lists:reverse(Name), Rest}.

%% A statement is {Name, Expression}; what is wrong up to the next semicolon is an error.
statements([], Program, Errors) -> {lists:reverse(Program), lists:reverse(Errors)};
statements([{symbol, $;, _} | Rest], Program, Errors) -> statements(Rest, Program, Errors);
statements([{name, Name, _}, {symbol, $=, _} | Rest], Program, Errors) ->
    statement(Name, sum(Rest), Program, Errors);
statements(Tokens, Program, Errors) ->
    statement(answer, sum(Tokens), Program, Errors).

statement(Name, {ok, Expression, Rest}, Program, Errors) ->
    statements(Rest, [{Name, Expression} | Program], Errors);
statement(_, {error, Why, Rest}, Program, Errors) ->
    statements(recover(Rest), Program, [Why | Errors]).

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
factor([{name, Name, _} | Rest]) -> {ok, {name, Name}, Rest};
factor([{symbol, $-, _} | Rest]) ->
    case factor(Rest) of
        {ok, Inner, Left} -> {ok, {$-, {number, 0}, Inner}, Left};
        Error -> Error
    end;
factor([{symbol, $(, Line} | Rest]) ->
    case sum(Rest) of
        {ok, Inner, [{symbol, $), _} | Left]} -> {ok, Inner, Left};
        {ok, _, Left} -> {error, {unclosed, Line}, Left};
        Error -> Error
    end;
factor([{_, Value, Line} | Rest]) -> {error, {unexpected, Value, Line}, Rest};
factor([]) -> {error, unfinished, []}.

simplify_statement({Name, Expression}) -> {Name, simplify(Expression)}.

simplify({$+, Left, Right}) ->
    case {simplify(Left), simplify(Right)} of
        {{number, 0}, Other} -> Other;
        {Other, {number, 0}} -> Other;
        {NewLeft, NewRight} -> {$+, NewLeft, NewRight}
    end;
simplify({$*, Left, Right}) ->
    case {simplify(Left), simplify(Right)} of
        {{number, 1}, Other} -> Other;
        {Other, {number, 1}} -> Other;
        {NewLeft, NewRight} -> {$*, NewLeft, NewRight}
    end;
simplify({Operator, Left, Right}) -> {Operator, simplify(Left), simplify(Right)};
simplify(Leaf) -> Leaf.

%% Runs statements until the limit of steps.
run([], Values, {Steps, _}) -> {Values, Steps};
run(_, Values, {Steps, Limit}) when Steps >= Limit -> {Values, Steps};
run([{Name, Expression} | Rest], Values, {Steps, Limit}) ->
    {Value, Used} = evaluate(Expression, Values, 1),
    run(Rest, store(Name, Value, Values), {Steps + Used, Limit}).

evaluate({number, Value}, _, Steps) -> {Value, Steps};
evaluate({name, Name}, Values, Steps) -> {lookup(Name, Values), Steps};
evaluate({Operator, Left, Right}, Values, Steps) ->
    {A, AfterA} = evaluate(Left, Values, Steps + 1),
    {B, AfterB} = evaluate(Right, Values, AfterA),
    {calculate(Operator, A, B), AfterB}.

calculate(_, none, _) -> none;
calculate(_, _, none) -> none;
calculate($+, A, B) -> A + B;
calculate($-, A, B) -> A - B;
calculate($*, A, B) -> A * B;
calculate($/, _, 0) -> none;
calculate($/, A, B) -> A div B.

store(Name, Value, []) -> [{Name, Value}];
store(Name, Value, [{Name, _} | Rest]) -> [{Name, Value} | Rest];
store(Name, Value, [Other | Rest]) -> [Other | store(Name, Value, Rest)].

lookup(_, []) -> none;
lookup(Name, [{Name, Value} | _]) -> Value;
lookup(Name, [_ | Rest]) -> lookup(Name, Rest).

names([]) -> [];
names([{answer, _} | Rest]) -> names(Rest);
names([{Name, _} | Rest]) ->
    Others = names(Rest),
    case lists:member(Name, Others) of
        true -> Others;
        false -> [Name | Others]
    end.

size_of({_, Expression}) -> weight(Expression).

weight({number, _}) -> 1;
weight({name, _}) -> 1;
weight({_, Left, Right}) -> 1 + weight(Left) + weight(Right).

depth({_, Left, Right}) -> 1 + max(depth(Left), depth(Right));
depth(_) -> 1.
