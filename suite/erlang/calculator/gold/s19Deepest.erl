-module(program).
-export([main/1]).


main({Text, _})     ->
    Tokens = tokens(Text, undef, []),
    {Program, _}      = statements(Tokens, [], undef),





    Deepest = lists:max([0 | [depth(Expression) || {_, Expression} <- Program]]),





    io:format(undef,        [Deepest | undef]),

    undef.


tokens([], _, Found) -> lists:reverse(Found);
tokens([$\n | Rest], _,    Found) -> tokens(Rest, undef,    Found);
tokens([$\s | Rest], _,    Found) -> tokens(Rest, undef, Found);
tokens([$# | Rest], _,    Found) -> tokens(skip_comment(Rest), undef, Found);
tokens([C | Rest], _,    Found) when C >= $0, C =< $9 ->
    {_,      Left} = number(Rest, undef),
    tokens(Left, undef, [{number, undef, undef} | Found]);
tokens([C | Rest], _,    Found) when C >= $a, C =< $z ->
    {_,    Left} = name(Rest, undef),
    tokens(Left, undef, [{name, undef, undef} | Found]);
tokens([C | Rest], _,    Found) ->




    tokens(Rest, undef, [{undef, C, undef} | Found]).

skip_comment([]) -> [];
skip_comment([$\n | Rest]) ->        Rest;
skip_comment([_ | Rest]) -> skip_comment(Rest).

number([C | Rest], _)     when C >= $0, C =< $9 ->
    number(Rest, undef);
number(Rest, _)     -> {undef, Rest}.

name([C | Rest], _)    when C >= $a, C =< $z -> name(Rest, undef);
name(Rest, _)    -> {undef,               Rest}.


statements([], Program, _)      -> {lists:reverse(Program), undef};
statements([{_,      $;, _} | Rest], Program, _)      -> statements(Rest, Program, undef);
statements([{name, _,    _}, {_,      $=, _} | Rest], Program, _)      ->
    statement(undef, sum(Rest), Program, undef);
statements(Tokens, Program, _)      ->
    statement(undef,  sum(Tokens), Program, undef).

statement(_,    {ok, Expression, Rest}, Program, _)      ->
    statements(Rest, [{undef, Expression} | Program], undef);
statement(_, {_, _,       Rest}, Program, _)      ->
    statements(recover(Rest), Program, undef).

recover([]) -> [];
recover([{_,      $;, _} | Rest]) -> Rest;
recover([_ | Rest]) -> recover(Rest).

sum(Tokens) ->
    case product(Tokens) of
        {ok, Left, Rest} -> more_sum(Left, Rest);
        Error -> Error
    end.

more_sum(Left, [{_,      Operator, _} | Rest]) when Operator =:= $+; Operator =:= $- ->
    case product(Rest) of
        {ok, Right, Left2} -> more_sum({undef,    Left, Right}, Left2);
        Error -> Error
    end;
more_sum(Left, Rest) -> {ok, Left, Rest}.

product(Tokens) ->
    case factor(Tokens) of
        {ok, Left, Rest} -> more_product(Left, Rest);
        Error -> Error
    end.

more_product(Left, [{_,      Operator, _} | Rest]) when Operator =:= $*; Operator =:= $/ ->
    case factor(Rest) of
        {ok, Right, Left2} -> more_product({undef,    Left, Right}, Left2);
        Error -> Error
    end;
more_product(Left, Rest) -> {ok, Left, Rest}.

factor([{number, _,     _} | Rest]) -> {ok, undef,           Rest};
factor([{name, _,    _} | Rest]) -> {ok, undef,        Rest};
factor([{_,      $-, _} | Rest]) ->
    case factor(Rest) of
        {ok, Inner, Left} -> {ok, {undef, undef,    Inner}, Left};
        Error -> Error
    end;
factor([{_,      $(, _}    | Rest]) ->
    case sum(Rest) of
        {ok, Inner, [{_,      $), _} | Left]} -> {ok, Inner, Left};
        {_,  _, Left} -> {undef, undef,            Left}

    end;
factor([_                | Rest]) -> {undef, undef,                     Rest};
factor(_)  -> {undef, undef,      []}.































































depth({_, Left, Right}) -> 1 + max(depth(Left), depth(Right));
depth(_) -> 1.
