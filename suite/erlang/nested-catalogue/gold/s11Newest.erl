-module(program).
-export([main/1]).


main(Entries) ->
    Shelf = shelve(Entries, {undef, {undef, {[], undef}}}),
    {_, {_, {Books, _}}} = Shelf,
    Years = [Year || {_, {_, {Year, _}}} <- Books],
    Newest = lists:max([0 | Years]),

    {undef, Newest, undef, undef, undef}.

shelve([], Shelf) -> Shelf;
shelve([Entry | Rest], {_, {_, {Books, _}}}) ->
    Book = book(Entry),

    Inner = {[Book | Books], undef},
    shelve(Rest, {undef, {undef, Inner}}).

book({_, _, Year, _}) -> {undef, {undef, {Year, undef}}};
book(_) -> {undef, {undef, {1999, undef}}}.
