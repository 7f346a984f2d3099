-module(program).
-export([main/1]).


main(Entries) ->
    Shelf = shelve(Entries, {undef, {undef, {[], undef}}}),
    {_, {_, {Books, _}}} = Shelf,


    Authors = authors(Books),
    {undef, undef, undef, undef, Authors}.

shelve([], Shelf) -> Shelf;
shelve([Entry | Rest], {_, {_, {Books, _}}}) ->
    Book = book(Entry),

    Inner = {[Book | Books], undef},
    shelve(Rest, {undef, {undef, Inner}}).

book({_, Author, _, _}) -> {undef, {Author, undef}};
book({_, Author}) -> {undef, {Author, undef}}.




authors([]) -> [];
authors([{_, {Author, _}} | Rest]) ->
    Others = authors(Rest),
    case lists:member(Author, Others) of
        true -> Others;
        _ -> [Author | Others]
    end.
