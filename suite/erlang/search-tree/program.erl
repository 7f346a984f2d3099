-module(program).
-export([main/1]).

%% Builds a search tree of keys with values and looks things up in it.
main({Pairs, Wanted}) ->
    Tree = build(Pairs, leaf),
    Found = lookup(Wanted, Tree, 1),
    Depth = depth(Tree),
    Keys = keys(Tree),
    io:format("~p keys, depth ~p~n", [length(Keys), Depth]),
    Found.

build([], Tree) -> Tree;
build([{Key, Value} | Rest], Tree) ->
    build(Rest, insert(Key, Value, Tree)).

%% A node is {Left, Key, Value, Right}; a later value replaces an earlier one.
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

depth(leaf) -> 0;
depth({Left, _, _, Right}) -> 1 + max(depth(Left), depth(Right)).

keys(leaf) -> [];
keys({Left, Key, _, Right}) -> keys(Left) ++ [Key | keys(Right)].
