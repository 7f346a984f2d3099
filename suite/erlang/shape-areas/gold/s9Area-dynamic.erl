-module(program).
-export([main/1]).


main(Codes) ->
    Shapes = [shape(Code) || Code <- Codes],
    Area = total(Shapes, undef, 0),

    {Area, undef}.


shape({W, H}) -> {undef, W, H}.




total([], _, Sum) -> Sum;
total([Shape | Rest], _,    Sum) ->
    total(Rest, undef, Sum + area(Shape)).

area({_,   W, H}) -> W * H.
