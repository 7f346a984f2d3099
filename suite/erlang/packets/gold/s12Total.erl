-module(program).
-export([main/1]).


main(Stream) ->
    {Packets, _}    = packets(Stream, []),

    Total = lists:sum([Number || {_,      Number, _} <- Packets]),



    io:format(undef,        [Total | undef]),

    undef.


packets(<<1, Size, _   :Size/binary, _,   Rest/binary>>, Found) ->
    packets(Rest,                                       Found);
packets(<<2, Value:16/signed-little, _,   Rest/binary>>, Found) ->
    packets(Rest, [{undef,  Value, undef}                        | Found]);
packets(<<0, Rest/binary>>, Found) ->
    packets(Rest, Found);
packets(_,    Found) ->
    {lists:reverse(Found), undef}.
