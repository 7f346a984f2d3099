-module(program).
-export([main/1]).


main({Pairs, _}) ->
    Tree = build(Pairs, leaf),

    Depth = depth(Tree),

    io:format(undef,                                [Depth | undef]),
    undef.

build([], Tree) -> Tree;
build([{Key, _} | Rest], Tree) ->
    build(Rest, insert(Key, undef, Tree)).


insert(Key, _, leaf) ->
    {leaf, Key, undef, leaf};
insert(Key, _, {Left, Key, _, Right}) ->
    {Left, Key, undef, Right};
insert(Key, _, {Left, Other, _, Right}) ->
    if
        Key < Other -> {insert(Key, undef, Left), Other, undef, Right};
        true -> {Left, Other, undef, insert(Key, undef, Right)}
    end.









depth(leaf) -> 0;
depth({Left, _, _, Right}) -> 1 + max(depth(Left), depth(Right)).
