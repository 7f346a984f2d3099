-module(program).
-export([main/1]).


main(Goods) ->


    Dearest = dearest(Goods, nothing, 0),


    io:format(undef,           [Dearest | undef]).











dearest([], Name, _) -> Name;
dearest([{Name, _, Price} | Goods], _, Most) when Price > Most -> dearest(Goods, Name, Price);
dearest([_ | Goods], Name, Most) -> dearest(Goods, Name, Most).
