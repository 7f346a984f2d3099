-module(program).
-export([main/1]).


main(Shelves) ->
    Books = books(Shelves),
    Newest = newest(Books, 0),


    io:format(undef,          [Newest | undef]),

    undef.

books([]) -> [];
books([{_, Books} | Shelves]) -> append(Books, books(Shelves)).

append([], Others) -> Others;
append([Book | Books], Others) -> [Book | append(Books, Others)].

newest([], Newest) -> Newest;
newest([{_, {Year, _}} | Books], Newest) when Year > Newest -> newest(Books, Year);
newest([_ | Books], Newest) -> newest(Books, Newest).
