-module(program).
-export([main/1]).


main({Beds, Tank}) ->
    {Given, _, _}        = water(Beds, Tank, [], undef),





    io:format(undef,        [Given | undef]),

    undef.

water([], _,    Given, _)     -> {lists:reverse(Given), undef, undef};
water([{_,    Need} | Beds], Left, Given, _)     when Need =< Left ->


    water(Beds, Left - Need, [Need | Given], undef);
water([_            | Beds], Left, Given, _)     ->
    Half = Left div 2,


    water(Beds, Left - Half, [Half | Given], undef).
