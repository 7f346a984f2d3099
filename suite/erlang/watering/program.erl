-module(program).
-export([main/1]).

%% Waters garden beds from a tank, and keeps a diary that nobody reads.
main({Beds, Tank}) ->
    {Given, Left, Diary} = water(Beds, Tank, [], []),
    Busiest = busiest(Diary, none, 0),
    Sum = lists:sum(Given),
    Mean = mean(Sum, length(Given)),
    Line = last_line(Busiest, Left),
    _ = Line,
    io:format("given ~p~n", [Given]),
    io:format("left ~p~n", [Left]),
    io:format("mean ~p~n", [Mean]).

water([], Left, Given, Diary) -> {lists:reverse(Given), Left, Diary};
water([{Name, Need} | Beds], Left, Given, Diary) when Need =< Left ->
    Share = Need * 100 div (abs(Left) + 1),
    Note = {Name, Share, length(Beds)},
    water(Beds, Left - Need, [Need | Given], [Note | Diary]);
water([{Name, Need} | Beds], Left, Given, Diary) ->
    Half = Left div 2,
    Missing = Need - Half,
    Note = {Name, Missing, length(Beds)},
    water(Beds, Left - Half, [Half | Given], [Note | Diary]).

busiest([], Name, _) -> Name;
busiest([{Name, Size, _} | Diary], _, Most) when Size > Most ->
    busiest(Diary, Name, Size);
busiest([_ | Diary], Name, Most) ->
    busiest(Diary, Name, Most).

last_line(Name, Left) -> {Name, Left rem 7}.

mean(_, 0) -> none;
mean(Sum, N) ->
    Scaled = Sum * 10,
    Mean = Sum div N,
    _ = Scaled div N,
    Mean.
