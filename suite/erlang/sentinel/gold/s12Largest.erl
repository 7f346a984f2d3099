-module(program).
-export([main/1]).


main({Start, Numbers}) ->
    Guarded = Numbers,
    Moved = shift(Start, Guarded),
    Inner = Moved,
    Largest = lists:max([Start | Inner]),


    {Largest, undef, undef}.

shift(_, []) -> [];
shift(By, [Number | Rest]) -> [Number + By | shift(By, Rest)].
