-module(program).
-export([main/1]).


main({Fuel, Signs}) ->
    {_,     Boardings, _}    = sail(Fuel, Signs, undef,  0),

    io:format(undef,  [Boardings | undef]),
    undef.

sail(Fuel, _, _,     Boardings) when Fuel =< 0 ->
    {undef, Boardings, undef};
sail(Fuel, Signs, _,     Boardings) ->
    case is_green(Signs) of
        true ->
            sail(used(Fuel), following(Signs), undef,    Boardings + 1);
        _     ->
            sail(used(Fuel), undef, undef, Boardings)
    end.

is_green([green | _]) -> true;
is_green(_) -> undef.

following([_ | Signs]) -> Signs.

used(Fuel) -> Fuel - 2.
