-module(program).
-export([main/1]).


main({Distance, Closing, _, _})       ->
    Threat = is_threat(Distance, Closing),




    io:format(undef,          [Threat | undef]),

    undef.

is_threat(Distance, _) when Distance < 50 -> true;
is_threat(Distance, Closing) when Closing > 0 -> Distance div Closing < 8;
is_threat(_, _) -> false.
