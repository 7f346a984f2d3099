-module(program).
-export([main/1]).


main({Message, _})    ->

    Parity = parity(Message, 0),




    io:format(undef,         [Parity | undef]),

    undef.









parity(<<Bit:1, Rest/bitstring>>, Odd) -> parity(Rest, Bit bxor Odd);
parity(_,    Odd) -> Odd.
