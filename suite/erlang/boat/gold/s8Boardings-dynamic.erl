-module(program).
-export([main/1]).


main({Fuel, _})     ->
    {_,     Boardings, _}    = sail(Fuel, undef, undef,  0),

    io:format(undef,  [Boardings | undef]),
    undef.

sail(Fuel, _, _,     Boardings) when Fuel =< 0 ->
    {undef, Boardings, undef};
sail(Fuel, _, _,         Boardings) ->
    case undef           of
        _    ->
            sail(used(Fuel), undef, undef,               Boardings + 1)


    end.






used(Fuel) -> Fuel - 2.
