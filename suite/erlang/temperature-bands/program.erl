-module(program).
-export([main/1]).

-define(COLDEST, -60).
-define(MILD, 12).
-define(WARM, 22).
-define(BETWEEN(A, B), (A + B) div 2).

%% Puts temperature readings into bands and finds the middle of their range.
main(Readings) ->
    Valid = [T || T <- Readings, is_integer(T), T > ?COLDEST],
    Bands = [grade(T) || T <- Valid],
    Mild = count(mild, Bands),
    Middle = begin
        Low = lists:min(Valid),
        High = lists:max(Valid),
        Spread = High - Low,
        io:format("spread ~p~n", [Spread]),
        ?BETWEEN(Low, High)
    end,
    {Mild, Middle}.

grade(T) ->
    Band = case T of
        _ when T > ?WARM -> warm;
        _ when T > ?MILD -> mild;
        _ -> cold;
        0 -> freezing
    end,
    Band.

count(_, []) -> 0;
count(Band, [Band | Rest]) -> 1 + count(Band, Rest);
count(Band, [_ | Rest]) -> count(Band, Rest).
