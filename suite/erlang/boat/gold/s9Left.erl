-module(program).
-export([main/1]).


main({Fuel, _})     ->
    {_, _,             Left} = sail(Fuel, undef, undef, undef),


    io:format(undef,  [Left | undef]).

sail(Fuel, _, _, _)             when Fuel =< 0 ->
    {undef, undef,     Fuel};
sail(Fuel, _, _, _)                 ->
    case undef           of


        _     ->
            sail(used(Fuel), undef, undef, undef)
    end.






used(Fuel) -> Fuel - 2.
