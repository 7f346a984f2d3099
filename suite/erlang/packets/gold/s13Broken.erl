-module(program).
-export([main/1]).


main(Stream) ->
    {Packets, _}    = packets(Stream, []),


    Broken = length([undef || {_, _, false} <- Packets]),



    io:format(undef,         [Broken | undef]),
    undef.


packets(<<1, Size, Body:Size/binary, Sum, Rest/binary>>, Found) ->
    packets(Rest, [{undef, undef, Sum =:= sum(Body, 0)} | Found]);
packets(<<2, Value:16/signed-little, Sum, Rest/binary>>, Found) ->
    packets(Rest, [{undef, undef,  Sum =:= sum(<<Value:16>>, 0)} | Found]);
packets(<<0, Rest/binary>>, Found) ->
    packets(Rest, Found);
packets(_,    Found) ->
    {lists:reverse(Found), undef}.

sum(<<>>, Sum) -> Sum;
sum(<<Byte, Rest/binary>>, Sum) -> sum(Rest, (Sum + Byte) rem 256).
