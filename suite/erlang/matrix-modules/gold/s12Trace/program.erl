-module(program).
-export([main/1]).


main({A, B}) ->
    Columns = helper:transpose(B),

    Product = helper:multiply(A, Columns),


    Trace = helper:trace(Product, 1),
    Trace.
