-module(program).
-export([main/1]).

-define(COLDEST, -60).
-define(MILD, 12).
-define(WARM, 22).
-define(BETWEEN(A, B), (A + B) div 2).


main(Readings) ->
    Valid = [T || T <- Readings, is_integer(T)],
    Bands = [grade(T) || T <- Valid],
    Mild = count(mild, Bands),







    {Mild, undef}.

grade(T) ->
    Band = case undef of
        _ when T > ?WARM -> undef;
        _ when T > ?MILD -> mild;
        _ -> undef

    end,
    Band.

count(_, []) -> 0;
count(Band, [Band | Rest]) -> 1 + count(Band, Rest);
count(Band, [_ | Rest]) -> count(Band, Rest).
