-module(program).
-export([main/1]).


main({Pairs, Wanted}) ->
    Tree = build(Pairs, leaf),
    Found = lookup(Wanted, Tree, 1),



    Found.

build([], Tree) -> Tree;
build([{Key, Value} | Rest], Tree) ->
    build(Rest, insert(Key, Value, Tree)).


insert(Key, Value, leaf) ->
    {leaf, Key, Value, leaf};
insert(Key, Value, {Left, Key, _, Right}) ->
    {Left, Key, Value, Right};
insert(Key, Value, {Left, Other, Old, Right}) ->
    if
        Key < Other -> {insert(Key, Value, Left), Other, Old, Right};
        true -> {Left, Other, Old, insert(Key, Value, Right)}
    end.

lookup(_, leaf, _) -> missing;
lookup(Key, {Left, Other, Value, Right}, Level) ->
    case Key of
        Other -> {Value, Level};
        _ when Key < Other -> lookup(Key, Left, Level + 1);
        _ -> lookup(Key, Right, Level + 1)
    end.
