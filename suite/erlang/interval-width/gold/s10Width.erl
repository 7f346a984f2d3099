-module(program).
-export([main/1]).


main({From, To}) ->
    Interval = {From, To, undef},
    {Low, High, _} = Interval,
    Width = High - Low,

    {Width, undef}.
