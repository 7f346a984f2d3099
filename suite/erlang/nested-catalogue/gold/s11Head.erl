-module(program).
-export([main/1]).


main(_) ->
    Shelf = shelve(undef, {undef, {top, undef}}),
    {_, {Head, _}} = Shelf,



    {Head, undef, undef, undef, undef}.

shelve(_, Shelf) -> Shelf.
