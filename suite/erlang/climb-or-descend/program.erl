-module(program).
-export([main/1]).

%% Advises a pilot, encounter by encounter: own altitude, the other one's, and how fast that changes.
main(Encounters) ->
    {Advice, Alerts, Worst} = fly(Encounters, none, 0, 0),
    io:format("last advice: ~p~n", [Advice]),
    io:format("alerts: ~p~n", [Alerts]),
    io:format("fastest: ~p~n", [Worst]).

fly([], Advice, Alerts, Worst) ->
    {Advice, Alerts, Worst};
fly([{Own, Other, Rate} | Encounters], _, Alerts, Worst) ->
    Alert = is_alert(Own - Other),
    Advice = advice(Alert, Own, Other, Rate),
    fly(Encounters, Advice, alerts(Alert, Alerts), faster(Rate, Worst)).

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

alerts(true, Alerts) -> Alerts + 1;
alerts(_, Alerts) -> Alerts.

faster(Rate, Worst) when Rate > Worst -> Rate;
faster(_, Worst) -> Worst.
