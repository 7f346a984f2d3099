-module(program).
-export([main/1]).


main(Encounters) ->
    {_, _,           Worst} = fly(Encounters, undef, undef, 0),


    io:format(undef,           [Worst | undef]).

fly([], _, _,           Worst) ->
    {undef, undef,   Worst};
fly([{_, _,       Rate} | Encounters], _, _,      Worst) ->


    fly(Encounters, undef, undef,                  faster(Rate, Worst)).


















faster(Rate, Worst) when Rate > Worst -> Rate;
faster(_, Worst) -> Worst.
