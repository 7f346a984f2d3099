-module(program).
-export([main/1]).


main(Goods) ->
    Value = value(Goods),


    io:format(undef,         [Value | undef]),

    undef.

value([]) -> 0;
value([{_, Count, Price} | Goods]) -> worth(Count, Price) + value(Goods).

worth(Count, Price) when Count > 10 -> Count * Price * 9 div 10;
worth(Count, Price) -> Count * Price.
