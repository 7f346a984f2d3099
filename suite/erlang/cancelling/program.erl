-module(program).
-export([main/1]).

%% Walks up and down; what goes up on the left goes down on the right.
main(Steps) ->
    {Left, Right, Turns} = walk(Steps, 0, 0, 0),
    Balance = Left + Right,
    Spread = Left - Right,
    io:format("~p~n", [Balance]),
    io:format("~p~n", [Spread]),
    io:format("~p~n", [Turns]).

walk([], Left, Right, Turns) -> {Left, Right, Turns};
walk([up | Rest], Left, Right, Turns) ->
    walk(Rest, Left + 1, Right - 1, Turns);
walk([{jump, By} | Rest], Left, Right, Turns) when is_integer(By) ->
    walk(Rest, Left + By, Right, Turns + 1);
walk([turn | Rest], Left, Right, Turns) ->
    walk(Rest, Right, Left, Turns + 1);
walk([_ | Rest], Left, Right, Turns) ->
    Product = Left * Right,
    walk(Rest, Left, Right, Turns - Product + Left * Right).
