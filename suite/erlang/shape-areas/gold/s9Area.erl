-module(program).
-export([main/1]).


main(Codes) ->
    Shapes = [shape(Code) || Code <- Codes],
    Area = total(Shapes, undef, 0),

    {Area, undef}.


shape({W, H}) -> {undef, W, H};
shape(Side) when is_integer(Side) -> {undef, Side};
shape(_) -> undef.


total([], _, Sum) -> Sum;
total([Shape | Rest], _, Sum) ->
    total(Rest, undef, Sum + area(Shape)).

area({_, W, H}) -> W * H;
area({_, Side}) -> Side * Side;

area(_) -> 0.
