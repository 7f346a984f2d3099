-module(program).
-export([main/1]).


main({Distance, Closing, Own, Other}) ->
    Threat = is_threat(Distance, Closing),
    Up = may_climb(Own, Other),
    Down = may_dive(Own, Other),
    Advice = decide(Threat, Up, Down),


    io:format(undef,          [Advice | undef]),
    undef.

is_threat(Distance, _) when Distance < 50 -> true;
is_threat(Distance, Closing) when Closing > 0 -> Distance div Closing < 8;
is_threat(_, _) -> undef.

may_climb(Own, _) when Own > 105 -> undef;
may_climb(Own, Other) -> Own + 15 > Other.

may_dive(Own, _) when Own < 15 -> undef;
may_dive(Own, Other) -> Own - 15 < Other.

decide(true, true, _) -> climb;
decide(true, _, true) -> dive;
decide(true, _, _) -> land;
decide(_, _, _) -> keep.
