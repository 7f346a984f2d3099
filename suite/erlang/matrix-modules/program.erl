-module(program).
-export([main/1]).

%% Multiplies two matrices.
main({A, B}) ->
    Columns = helper:transpose(B),
    Width = length(Columns),
    Product = helper:multiply(A, Columns),
    Largest = lists:max([0 | lists:append(Product)]),
    io:format("~p columns, largest ~p~n", [Width, Largest]),
    Trace = helper:trace(Product, 1),
    Trace.
