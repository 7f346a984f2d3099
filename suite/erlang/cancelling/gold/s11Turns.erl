-module(program).
-export([main/1]).


main(Steps) ->
    {_, _, Turns} = walk(Steps, 0, 0, 0),




    io:format(undef, [Turns | undef]).

walk([], _, _, Turns) -> {undef, undef, Turns};


walk([{jump, By} | Rest], Left, Right, Turns) when is_integer(By) ->
    walk(Rest, Left + By, Right, Turns + 1);
walk([turn | Rest], Left, Right, Turns) ->
    walk(Rest, Right, Left, Turns + 1);
walk([_ | Rest], Left, Right, Turns) ->
    Product = Left * Right,
    walk(Rest, Left, Right, Turns - Product + Left * Right).
