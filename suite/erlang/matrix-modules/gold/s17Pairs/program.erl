-module(program).
-export([main/1]).


main({A, B}) ->
    Columns = helper:transpose(B),

              helper:multiply(A, Columns).
