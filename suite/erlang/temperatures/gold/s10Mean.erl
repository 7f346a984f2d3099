-module(program).
-export([main/1]).


main(Readings) ->
    {Valid, _}      = sort(Readings, [], undef),
    Mean = mean(sum(Valid, 0), size(Valid, 0)),


    io:format(undef,        [Mean | undef]),
    undef.

sort([], Valid, _)      -> {Valid, undef};
sort([failed | Readings], Valid, _)      -> sort(Readings, Valid, undef);
sort([Reading | Readings], Valid, _)      -> sort(Readings, [Reading | Valid], undef).

sum([], Sum) -> Sum;
sum([Reading | Readings], Sum) -> sum(Readings, Sum + Reading).

size([], Size) -> Size;
size([_ | Readings], Size) -> size(Readings, Size + 1).

mean(_, 0) -> 0;
mean(Sum, Size) -> Sum div Size.
