-module(program).
-export([main/1]).

%% Run-length coding: a run of equal bytes becomes a count and the byte.
main({Bytes, Limit}) ->
    Header = <<"RL", Limit:8>>,
    Coded = encode(Bytes, Limit),
    Decoded = decode(Coded, <<>>),
    Marked = <<Header/binary, Coded/binary, 0>>,
    Saved = byte_size(Bytes) - byte_size(Coded),
    Longest = longest(Coded, 0, Marked),
    io:format("coded ~p~n", [Coded]),
    io:format("decoded ~p~n", [Decoded]),
    io:format("saved ~p~n", [Saved]),
    io:format("longest ~p~n", [Longest]).

encode(<<>>, _) -> <<>>;
encode(<<Byte, Rest/binary>>, Limit) ->
    {Count, Left} = run(Byte, Rest, 1, Limit),
    <<Count, Byte, (encode(Left, Limit))/binary>>.

run(Byte, <<Byte, Rest/binary>>, Count, Limit) when Count < Limit, Count < 255 ->
    run(Byte, Rest, Count + 1, Limit);
run(_, Rest, Count, _) -> {Count, Rest}.

decode(<<Count, Byte, Rest/binary>>, Done) ->
    Part = repeated(Count, Byte),
    decode(Rest, <<Done/binary, Part/binary>>);
decode(<<>>, Done) -> Done.

repeated(0, _) -> <<>>;
repeated(Count, Byte) -> <<Byte, (repeated(Count - 1, Byte))/binary>>.

%% What is marked is handed on and never read.
longest(<<Count, _, Rest/binary>>, Longest, Marked) ->
    longest(Rest, max(Count, Longest), Marked);
longest(<<>>, Longest, _) -> Longest.
