-module(program).
-export([main/1]).

%% A boat passes a pier while it has fuel; who once boarded at a green sign is on board, and stays there.
main({Fuel, Signs}) ->
    {Place, Boardings, Left} = sail(Fuel, Signs, ashore, 0),
    io:format("~p~n", [Place]),
    io:format("~p~n", [Boardings]),
    io:format("~p~n", [Left]).

sail(Fuel, _, Place, Boardings) when Fuel =< 0 ->
    {Place, Boardings, Fuel};
sail(Fuel, Signs, Place, Boardings) ->
    case is_green(Signs) of
        true ->
            sail(used(Fuel), following(Signs), aboard(), Boardings + 1);
        false ->
            sail(used(Fuel), Signs, Place, Boardings)
    end.

is_green([green | _]) -> true;
is_green(_) -> false.

following([_ | Signs]) -> Signs.

used(Fuel) -> Fuel - 2.

aboard() -> aboard.
