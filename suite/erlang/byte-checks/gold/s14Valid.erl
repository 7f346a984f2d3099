-module(program).
-export([main/1]).


main({Message, Sent}) ->
    Sum = add_up(Message, 0),
    Parity = parity(Message, 0),

    Frame = <<Message/binary, Sum:16, Parity:1, 0:7>>,
    Valid = is_valid(Frame, Sent),



    io:format(undef,        [Valid | undef]).


add_up(<<Word:16, Rest/binary>>, Sum) -> add_up(Rest, carried(Sum + Word));
add_up(<<Byte>>, Sum) -> carried(Sum + Byte * 256);
add_up(_,    Sum) -> Sum.

carried(Sum) when Sum > 65535 -> Sum - 65535;
carried(Sum) -> Sum.

parity(<<Bit:1, Rest/bitstring>>, Odd) -> parity(Rest, Bit bxor Odd);
parity(_,    Odd) -> Odd.







is_valid(Frame, Sent) ->
    Size = byte_size(Sent) - 3,
    case Sent of
        Frame -> same;
        <<_:Size/binary, Sum:16, Parity:1, _:7>> ->
            <<_:(byte_size(Frame) - 3)/binary, Tail/binary>> = Frame,
            {<<Sum:16, Parity:1, 0:7>> =:= Tail, Sum};
        _ -> short
    end.
