-module(program).
-export([main/1]).


main({Beds, Tank}) ->
    {_,     Left, _}     = water(Beds, Tank, undef, undef),






    io:format(undef,       [Left | undef]),
    undef.

water([], Left, _, _)         -> {undef,                Left, undef};
water([{_,    Need} | Beds], Left, _, _)         when Need =< Left ->


    water(Beds, Left - Need, undef, undef);
water([_            | Beds], Left, _, _)         ->
    Half = Left div 2,


    water(Beds, Left - Half, undef, undef).
