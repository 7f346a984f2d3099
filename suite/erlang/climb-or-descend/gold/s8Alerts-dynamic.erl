-module(program).
-export([main/1]).


main(Encounters) ->
    {_,      Alerts, _}     = fly(Encounters, undef, 0, undef),

    io:format(undef,          [Alerts | undef]),
    undef.

fly([], _,      Alerts, _)     ->
    {undef,  Alerts, undef};
fly([{Own, Other, _}    | Encounters], _, Alerts, _)     ->
    Alert = is_alert(Own - Other),

    fly(Encounters, undef,  alerts(Alert, Alerts), undef).


is_alert(Gap) -> Gap > -41.












alerts(true, Alerts) -> Alerts + 1;
alerts(_, Alerts) -> Alerts.
