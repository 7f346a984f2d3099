-module(program).
-export([main/1]).


main({Bytes, Limit}) ->

    Coded = encode(Bytes, Limit),




    io:format(undef,        [Coded | undef]),


    undef.

encode(<<>>, _) -> <<>>;
encode(<<Byte, Rest/binary>>, Limit) ->
    {Count, Left} = run(Byte, Rest, 1, Limit),
    <<Count, Byte, (encode(Left, Limit))/binary>>.

run(Byte, <<Byte, Rest/binary>>, Count, Limit) when Count < Limit, Count < 255 ->
    run(Byte, Rest, Count + 1, Limit);
run(_, Rest, Count, _) -> {Count, Rest}.
