-module(program).
-export([main/1]).

%% The running totals of some numbers behind a sentinel, which is taken off at the end.
main({Start, Numbers}) ->
    Guarded = [0 | Numbers],
    Moved = shift(Start, Guarded),
    [_ | Inner] = Moved,
    Largest = lists:max([Start | Inner]),
    Total = lists:sum(Moved) - Start,
    Even = [N || N <- Inner, N rem 2 =:= 0],
    {Largest, Total, Even}.

shift(_, []) -> [];
shift(By, [Number | Rest]) -> [Number + By | shift(By, Rest)].
