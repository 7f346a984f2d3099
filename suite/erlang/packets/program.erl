-module(program).
-export([main/1]).

%% Decodes a stream of packets: a kind, what belongs to it, and the sum of its bytes.
main(Stream) ->
    {Packets, Left} = packets(Stream, []),
    Texts = [Body || {text, Body, _} <- Packets],
    Total = lists:sum([Number || {number, Number, _} <- Packets]),
    Broken = length([bad || {_, _, false} <- Packets]),
    Unread = byte_size(Left),
    io:format("texts ~p~n", [Texts]),
    io:format("total ~p~n", [Total]),
    io:format("broken ~p~n", [Broken]),
    io:format("unread ~p~n", [Unread]).

%% A text has its length before it; a number has two bytes, the lower one first; zeros fill up.
packets(<<1, Size, Body:Size/binary, Sum, Rest/binary>>, Found) ->
    packets(Rest, [{text, Body, Sum =:= sum(Body, 0)} | Found]);
packets(<<2, Value:16/signed-little, Sum, Rest/binary>>, Found) ->
    packets(Rest, [{number, Value, Sum =:= sum(<<Value:16>>, 0)} | Found]);
packets(<<0, Rest/binary>>, Found) ->
    packets(Rest, Found);
packets(Left, Found) ->
    {lists:reverse(Found), Left}.

sum(<<>>, Sum) -> Sum;
sum(<<Byte, Rest/binary>>, Sum) -> sum(Rest, (Sum + Byte) rem 256).
