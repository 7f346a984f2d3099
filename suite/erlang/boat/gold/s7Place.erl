-module(program).
-export([main/1]).


main({Fuel, Signs}) ->
    {Place, _, _}            = sail(Fuel, Signs, ashore, undef),
    io:format(undef,  [Place | undef]),

    undef.

sail(Fuel, _, Place, _)         when Fuel =< 0 ->
    {Place, undef, undef};
sail(Fuel, Signs, Place, _)         ->
    case is_green(Signs) of
        true ->
            sail(used(Fuel), undef,            aboard(), undef);
        _     ->
            sail(used(Fuel), undef, Place, undef)
    end.

is_green([green | _]) -> true;
is_green(_) -> undef.



used(Fuel) -> Fuel - 2.

aboard() -> aboard.
