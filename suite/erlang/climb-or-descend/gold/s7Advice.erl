-module(program).
-export([main/1]).


main(Encounters) ->
    {Advice, _, _}          = fly(Encounters, none, undef, undef),
    io:format(undef,               [Advice | undef]),

    undef.

fly([], Advice, _, _)          ->
    {Advice, undef, undef};
fly([{Own, Other, Rate} | Encounters], _, _, _)          ->
    Alert = is_alert(Own - Other),
    Advice = advice(Alert, Own, Other, Rate),
    fly(Encounters, Advice, undef, undef).

is_alert(Gap) when Gap > 40 -> false;
is_alert(Gap) -> Gap > -41.

advice(false, _, _, _) -> none;
advice(_, Own, Other, Rate) ->
    case room_above(Own, Other, Rate) > room_below(Own, Other, Rate) of
        true -> descend;
        _ -> climb
    end.

room_above(Own, Other, Rate) -> Other + Rate - Own.

room_below(Own, Other, Rate) -> Own - Other - Rate.
