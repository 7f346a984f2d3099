-module(program).
-export([main/1]).

%% A catalogue is {shelf, {Head, {Books, {Count, Weight}}}}; a book is {Title, {Author, {Year, Pages}}}.
main(Entries) ->
    Shelf = shelve(Entries, {shelf, {top, {[], {0, 0}}}}),
    {shelf, {Head, {Books, {Count, Weight}}}} = Shelf,
    Years = [Year || {_, {_, {Year, _}}} <- Books],
    Newest = lists:max([0 | Years]),
    Authors = authors(Books),
    {Head, Newest, Count, Weight, Authors}.

shelve([], Shelf) -> Shelf;
shelve([Entry | Rest], {shelf, {Head, {Books, {Count, Weight}}}}) ->
    Book = book(Entry),
    {_, {_, {_, Pages}}} = Book,
    Inner = {[Book | Books], {Count + 1, Weight + weigh(Pages)}},
    shelve(Rest, {shelf, {Head, Inner}}).

book({Title, Author, Year, Pages}) -> {Title, {Author, {Year, Pages}}};
book({Title, Author}) -> {Title, {Author, {1999, 100}}}.

weigh(Pages) when Pages > 300 -> Pages div 2;
weigh(Pages) -> Pages div 3 + 10.

authors([]) -> [];
authors([{_, {Author, _}} | Rest]) ->
    Others = authors(Rest),
    case lists:member(Author, Others) of
        true -> Others;
        false -> [Author | Others]
    end.
