-module(program).
-export([main/1]).


main({Message, _})    ->
    Sum = add_up(Message, 0),




    io:format(undef,      [Sum | undef]),


    undef.


add_up(<<Word:16, Rest/binary>>, Sum) -> add_up(Rest, carried(Sum + Word));
add_up(<<Byte>>, Sum) -> carried(Sum + Byte * 256);
add_up(_,    Sum) -> Sum.

carried(Sum) when Sum > 65535 -> Sum - 65535;
carried(Sum) -> Sum.
