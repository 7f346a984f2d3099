-module(program).
-export([main/1]).


main({Text, _})     ->
    Tokens = tokens(Text, undef, []),







    Numbers = [Value || {_,      Value, _} <- Tokens],





    io:format(undef,          [Numbers | undef]),
    undef.


tokens([], _, Found) -> lists:reverse(Found);


tokens([$# | Rest], _,    Found) -> tokens(skip_comment(Rest), undef, Found);
tokens([C | Rest], _,    Found) when C >= $0, C =< $9 ->
    {Number, Left} = number(Rest, C - $0),
    tokens(Left, undef, [{undef, Number, undef} | Found]);



tokens([_ | Rest], _,    Found) ->




    tokens(Rest, undef,                   Found).

skip_comment([]) -> [];
skip_comment([$\n | Rest]) ->        Rest;
skip_comment([_ | Rest]) -> skip_comment(Rest).

number([C | Rest], Value) when C >= $0, C =< $9 ->
    number(Rest, Value * 10 + C - $0);
number(Rest, Value) -> {Value, Rest}.
