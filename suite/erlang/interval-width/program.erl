-module(program).
-export([main/1]).

%% The width and the middle of an interval.
main({From, To}) ->
    Interval = {From, To, closed},
    {Low, High, _} = Interval,
    Width = High - Low,
    Middle = (Low + High) / 2,
    {Width, Middle}.
