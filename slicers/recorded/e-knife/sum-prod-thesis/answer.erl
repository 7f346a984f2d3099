-module(program).
-export([main/1]).
main(Numbers) ->
    {Sum, _} = totals(Numbers, 0, sliced),
    {Sum, sliced}.
totals([], Sum, _) ->
    {Sum, sliced};
totals([Number | Rest], Sum, _) ->
    totals(Rest, Sum + Number, sliced).
