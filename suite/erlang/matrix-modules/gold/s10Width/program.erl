-module(program).
-export([main/1]).


main({_, B}) ->
    Columns = helper:transpose(B),
    Width = length(Columns),


    io:format(undef, [Width | undef]),

    undef.
