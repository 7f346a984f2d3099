-module(program).
-export([main/1]).


main(Shelves) ->
    Books = books(Shelves),


    Thickest = thickest(Books, none, 0),


    io:format(undef,            [Thickest | undef]).

books([]) -> [];
books([{_, Books} | Shelves]) -> append(Books, books(Shelves)).

append([], Others) -> Others;
append([Book | Books], Others) -> [Book | append(Books, Others)].








thickest([], Thickest, _) -> Thickest;
thickest([{Title, {_, Pages}} | Books], _, Most) when Pages > Most ->
    thickest(Books, Title, Pages);
thickest([_ | Books], Thickest, Most) ->
    thickest(Books, Thickest, Most).
