-module(program).
-export([main/1]).


main({A, B}) ->
    Columns = helper:transpose(B),

    _ = helper:multiply(A, Columns),



    undef.
