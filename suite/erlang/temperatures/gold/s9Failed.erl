-module(program).
-export([main/1]).


main(Readings) ->
    {_,     Failed} = sort(Readings, undef, 0),


    io:format(undef,                   [Failed | undef]),

    undef.

sort([], _,     Failed) -> {undef, Failed};
sort([failed | Readings], _,     Failed) -> sort(Readings, undef, Failed + 1);
sort([_       | Readings], _,     Failed) -> sort(Readings, undef,             Failed).
