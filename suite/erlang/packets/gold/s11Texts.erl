-module(program).
-export([main/1]).


main(Stream) ->
    {Packets, _}    = packets(Stream, []),
    Texts = [Body || {_,    Body, _} <- Packets],



    io:format(undef,        [Texts | undef]),


    undef.


packets(<<1, Size, Body:Size/binary, _,   Rest/binary>>, Found) ->
    packets(Rest, [{undef, Body, undef}               | Found]);
packets(<<2, _    :16/signed-little, _,   Rest/binary>>, Found) ->
    packets(Rest,                                                  Found);
packets(<<0, Rest/binary>>, Found) ->
    packets(Rest, Found);
packets(_,    Found) ->
    {lists:reverse(Found), undef}.
