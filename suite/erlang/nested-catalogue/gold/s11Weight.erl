-module(program).
-export([main/1]).


main(Entries) ->
    Shelf = shelve(Entries, {undef, {undef, {undef, {undef, 0}}}}),
    {_, {_, {_, {_, Weight}}}} = Shelf,



    {undef, undef, undef, Weight, undef}.

shelve([], Shelf) -> Shelf;
shelve([Entry | Rest], {_, {_, {_, {_, Weight}}}}) ->
    Book = book(Entry),
    {_, {_, {_, Pages}}} = Book,
    Inner = {undef, {undef, Weight + weigh(Pages)}},
    shelve(Rest, {undef, {undef, Inner}}).

book({_, _, _, Pages}) -> {undef, {undef, {undef, Pages}}};
book(_) -> {undef, {undef, {undef, 100}}}.

weigh(Pages) when Pages > 300 -> Pages div 2;
weigh(Pages) -> Pages div 3 + 10.
