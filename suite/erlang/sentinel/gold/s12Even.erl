-module(program).
-export([main/1]).


main({Start, Numbers}) ->
    Guarded = Numbers,
    Moved = shift(Start, Guarded),
    Inner = Moved,


    Even = [N || N <- Inner, N rem 2 =:= 0],
    {undef, undef, Even}.

shift(_, []) -> [];
shift(By, [Number | Rest]) -> [Number + By | shift(By, Rest)].
