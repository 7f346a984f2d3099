-module(program).
-export([main/1]).


main(Shelves) ->
    Books = books(Shelves),

    Pages = pages(Books),


    io:format(undef,         [Pages | undef]),
    undef.

books([]) -> [];
books([{_, Books} | Shelves]) -> append(Books, books(Shelves)).

append([], Others) -> Others;
append([Book | Books], Others) -> [Book | append(Books, Others)].





pages([]) -> 0;
pages([{_, {_, Pages}} | Books]) -> Pages + pages(Books).
