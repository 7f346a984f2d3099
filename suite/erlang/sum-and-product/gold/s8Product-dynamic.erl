-module(program).
-export([main/1]).


main(Words) ->
    {_,   Product, _}       = run(Words, undef, 1, undef),

    io:format(undef,           [Product | undef]),
    undef.

run([], _,   Product, _)       ->
    {undef, Product, undef};


run([Word | Words], _,   Product, _)                             ->
    run(Words, undef,      times(Product, Word), undef).




times(Product, Number) -> Product * Number.
