-module(program).
-export([main/1]).

%% Checks over the bytes of a message: a sum with carries, the parity of its bits, its bytes with halves swapped.
main({Message, Sent}) ->
    Sum = add_up(Message, 0),
    Parity = parity(Message, 0),
    Swapped = << <<(swap(Byte))>> || <<Byte>> <= Message, Byte =/= 0 >>,
    Frame = <<Message/binary, Sum:16, Parity:1, 0:7>>,
    Valid = is_valid(Frame, Sent),
    io:format("sum ~p~n", [Sum]),
    io:format("parity ~p~n", [Parity]),
    io:format("swapped ~p~n", [Swapped]),
    io:format("valid ~p~n", [Valid]).

%% Two bytes at a time; a last one alone is the upper half.
add_up(<<Word:16, Rest/binary>>, Sum) -> add_up(Rest, carried(Sum + Word));
add_up(<<Byte>>, Sum) -> carried(Sum + Byte * 256);
add_up(<<>>, Sum) -> Sum.

carried(Sum) when Sum > 65535 -> Sum - 65535;
carried(Sum) -> Sum.

parity(<<Bit:1, Rest/bitstring>>, Odd) -> parity(Rest, Bit bxor Odd);
parity(<<>>, Odd) -> Odd.

swap(Byte) ->
    <<Upper:4, Lower:4>> = <<Byte>>,
    <<Swapped>> = <<Lower:4, Upper:4>>,
    Swapped.

%% The frame that was sent: its last three bytes are the sum and the parity.
is_valid(Frame, Sent) ->
    Size = byte_size(Sent) - 3,
    case Sent of
        Frame -> same;
        <<_:Size/binary, Sum:16, Parity:1, _:7>> ->
            <<_:(byte_size(Frame) - 3)/binary, Tail/binary>> = Frame,
            {<<Sum:16, Parity:1, 0:7>> =:= Tail, Sum};
        _ -> short
    end.
