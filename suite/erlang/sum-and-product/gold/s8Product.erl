-module(program).
-export([main/1]).


main(Words) ->
    {_,   Product, _}       = run(Words, undef, 1, undef),

    io:format(undef,           [Product | undef]),
    undef.

run([], _,   Product, _)       ->
    {undef, Product, undef};
run([done | _], _,   Product, _)       ->
    {undef, Product, undef};
run([Word | Words], _,   Product, _)       when is_integer(Word) ->
    run(Words, undef,      times(Product, Word), undef);
run([_ | Words], _,   Product, _)       ->
    run(Words, undef, Product, undef).

times(Product, 0) -> Product;
times(Product, Number) -> Product * Number.
