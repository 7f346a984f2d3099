-module(program).
-export([main/1]).


main(Steps) ->
    {Left, Right, _} = walk(Steps, 0, 0, undef),

    Spread = Left - Right,

    io:format(undef, [Spread | undef]).


walk([], Left, Right, _) -> {Left, Right, undef};
walk([up | Rest], Left, Right, _) ->
    walk(Rest, Left + 1, Right - 1, undef);
walk([{jump, By} | Rest], Left, Right, _) when is_integer(By) ->
    walk(Rest, Left + By, Right, undef);
walk([turn | Rest], Left, Right, _) ->
    walk(Rest, Right, Left, undef);
walk([_ | Rest], Left, Right, _) ->

    walk(Rest, Left, Right, undef).
