-module(program).
-export([main/1]).


main(Stream) ->
    {_,       Left} = packets(Stream, undef),



    Unread = byte_size(Left),



    io:format(undef,         [Unread | undef]).


packets(<<1, Size, _   :Size/binary, _,   Rest/binary>>, _)     ->
    packets(Rest, undef);
packets(<<2, _    :16/signed-little, _,   Rest/binary>>, _)     ->
    packets(Rest, undef);
packets(<<0, Rest/binary>>, _)     ->
    packets(Rest, undef);
packets(Left, _)     ->
    {undef,                Left}.
