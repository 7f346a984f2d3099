-module(program).
-export([main/1]).

%% A stock of {Name, Count, Price}: its value, how many goods are missing, and what is dearest.
main(Goods) ->
    Value = value(Goods),
    Missing = missing(Goods, 0),
    Dearest = dearest(Goods, nothing, 0),
    io:format("value: ~p~n", [Value]),
    io:format("missing: ~p~n", [Missing]),
    io:format("dearest: ~p~n", [Dearest]).

value([]) -> 0;
value([{_, Count, Price} | Goods]) -> worth(Count, Price) + value(Goods).

worth(Count, Price) when Count > 10 -> Count * Price * 9 div 10;
worth(Count, Price) -> Count * Price.

missing([], Missing) -> Missing;
missing([{_, Count, _} | Goods], Missing) when Count < 1 -> missing(Goods, Missing + 1);
missing([_ | Goods], Missing) -> missing(Goods, Missing).

dearest([], Name, _) -> Name;
dearest([{Name, _, Price} | Goods], _, Most) when Price > Most -> dearest(Goods, Name, Price);
dearest([_ | Goods], Name, Most) -> dearest(Goods, Name, Most).
