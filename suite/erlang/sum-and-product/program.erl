-module(program).
-export([main/1]).

%% Adds and multiplies the numbers of a list, up to the word done.
main(Words) ->
    {Sum, Product, Skipped} = run(Words, 0, 1, 0),
    io:format("sum: ~p~n", [Sum]),
    io:format("product: ~p~n", [Product]),
    io:format("no numbers: ~p~n", [Skipped]).

run([], Sum, Product, Skipped) ->
    {Sum, Product, Skipped};
run([done | _], Sum, Product, Skipped) ->
    {Sum, Product, Skipped};
run([Word | Words], Sum, Product, Skipped) when is_integer(Word) ->
    run(Words, Sum + Word, times(Product, Word), Skipped);
run([_ | Words], Sum, Product, Skipped) ->
    run(Words, Sum, Product, Skipped + 1).

times(Product, 0) -> Product;
times(Product, Number) -> Product * Number.
