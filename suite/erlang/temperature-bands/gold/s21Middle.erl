-module(program).
-export([main/1]).

-define(COLDEST, -60).
-define(MILD, 12).
-define(WARM, 22).
-define(BETWEEN(A, B), (A + B) div 2).


main(Readings) ->
    Valid = [T || T <- Readings, is_integer(T), T > ?COLDEST],


    Middle = begin
        Low = lists:min(Valid),
        High = lists:max(Valid),


        ?BETWEEN(Low, High)
    end,
    {undef, Middle}.
