-module(program).
-export([main/1]).


main(Steps) ->
    {Left, Right, _} = walk(Steps, 0, 0, undef),
    Balance = Left + Right,

    io:format(undef, [Balance | undef]).



walk([], Left, Right, _) -> {Left, Right, undef};


walk([{jump, By} | Rest], Left, Right, _) when is_integer(By) ->
    walk(Rest, Left + By, Right, undef);


walk([_ | Rest], Left, Right, _) ->

    walk(Rest, Left, Right, undef).
