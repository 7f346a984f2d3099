-module(program).
-export([main/1]).


main({Message, _})    ->


    Swapped = << <<(swap(Byte))>> || <<Byte>> <= Message, Byte =/= 0 >>,




    io:format(undef,          [Swapped | undef]),
    undef.












swap(Byte) ->
    <<Upper:4, Lower:4>> = <<Byte>>,
    <<Swapped>> = <<Lower:4, Upper:4>>,
    Swapped.
