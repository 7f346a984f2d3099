-module(answer).

-export([main/1]).

main(Numbers) ->
    {Sum, _} = totals(Numbers, 0, 1),
    {Sum, undef}.

totals([], Sum, Prod) ->
    {Sum, Prod};
totals([Number | Rest], Sum, Prod) ->
    totals(Rest, Sum + Number, Prod * Number).

