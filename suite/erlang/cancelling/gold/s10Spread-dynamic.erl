-module(program).
-export([main/1]).


main(Steps) ->
    {Left, Right, _}     = walk(Steps, 0, 0, undef),

    Spread = Left - Right,

    io:format(undef,  [Spread | undef]),
    undef.

walk([], Left, Right, _)     -> {Left, Right, undef};
walk([up | Rest], Left, Right, _)     ->
    walk(Rest, Left + 1, Right - 1, undef);
walk([{_,    By} | Rest], Left, Right, _)                         ->
    walk(Rest, Left + By, Right, undef);
walk([_    | Rest], Left, Right, _)     ->
    walk(Rest, Right, Left, undef).
