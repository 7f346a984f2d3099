-module(program).
-export([main/1]).

%% Tells about the books on shelves, {Name, Books}; each book is {Title, {Year, Pages}}.
main(Shelves) ->
    Books = books(Shelves),
    Newest = newest(Books, 0),
    Pages = pages(Books),
    Thickest = thickest(Books, none, 0),
    io:format("newest: ~p~n", [Newest]),
    io:format("pages: ~p~n", [Pages]),
    io:format("thickest: ~p~n", [Thickest]).

books([]) -> [];
books([{_, Books} | Shelves]) -> append(Books, books(Shelves)).

append([], Others) -> Others;
append([Book | Books], Others) -> [Book | append(Books, Others)].

newest([], Newest) -> Newest;
newest([{_, {Year, _}} | Books], Newest) when Year > Newest -> newest(Books, Year);
newest([_ | Books], Newest) -> newest(Books, Newest).

pages([]) -> 0;
pages([{_, {_, Pages}} | Books]) -> Pages + pages(Books).

thickest([], Thickest, _) -> Thickest;
thickest([{Title, {_, Pages}} | Books], _, Most) when Pages > Most ->
    thickest(Books, Title, Pages);
thickest([_ | Books], Thickest, Most) ->
    thickest(Books, Thickest, Most).
