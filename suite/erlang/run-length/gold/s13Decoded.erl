-module(program).
-export([main/1]).


main({Bytes, _})     ->

    Coded = encode(Bytes, undef),
    Decoded = decode(Coded, <<>>),




    io:format(undef,          [Decoded | undef]),

    undef.

encode(<<>>, _) -> <<>>;
encode(<<Byte, Rest/binary>>, _)     ->
    {_,     Left} = run(undef, Rest, undef, undef),
    <<       Byte, (encode(Left, undef))/binary>>.



run(_, Rest, _,     _) -> {undef, Rest}.

decode(<<       Byte, Rest/binary>>, Done) ->
    Part = repeated(undef, Byte),
    decode(Rest, <<Done/binary, Part/binary>>);
decode(_,    Done) -> Done.


repeated(_,     Byte) -> <<Byte                                    >>.
