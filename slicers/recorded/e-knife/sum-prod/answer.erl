-module(program).
-export([main/1]).
main(Numbers) ->
    {Sum, _} = totals(Numbers, 0, undef),
    {Sum, undef}.
totals([], Sum, _) ->
    {Sum, undef};
totals([Number | Rest], Sum, _) ->
    totals(Rest, Sum + Number, undef).
