-module(program).
-export([main/1]).

%% Adds up the areas of the shapes given by codes.
main(Codes) ->
    Shapes = [shape(Code) || Code <- Codes],
    Area = total(Shapes, unit, 0),
    Sides = lists:sum(lists:map(fun sides/1, Shapes)),
    {Area, Sides}.

%% {W, H} is a box, a number is a square; the rest is a point.
shape({W, H}) -> {box, W, H};
shape(Side) when is_integer(Side) -> {square, Side};
shape(_) -> point;
shape([]) -> {circle, 0}.

total([], _, Sum) -> Sum;
total([Shape | Rest], Unit, Sum) ->
    total(Rest, Unit, Sum + area(Shape)).

area({box, W, H}) -> W * H;
area({square, Side}) -> Side * Side;
area({circle, R}) -> 3 * R * R;
area(point) -> 0.

sides({circle, _}) -> 0;
sides(Shape) when is_tuple(Shape) -> 4;
sides({box, _, _}) -> 2 + 2;
sides(_) -> 0.
