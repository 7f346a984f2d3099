-module(program).
-export([main/1]).


main(Goods) ->

    Missing = missing(Goods, 0),


    io:format(undef,           [Missing | undef]),
    undef.







missing([], Missing) -> Missing;
missing([{_, Count, _} | Goods], Missing) when Count < 1 -> missing(Goods, Missing + 1);
missing([_ | Goods], Missing) -> missing(Goods, Missing).
