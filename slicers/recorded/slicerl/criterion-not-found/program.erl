-module(program).
-export([main/1]).

main(Numbers) ->
    {Sum, Prod} = totals(Numbers, 0, 1),
    Scaled = scale(Prod, 10),
    {Sum, Scaled}.

totals([], Sum, Prod) ->
    {Sum, Prod};
totals([Number | Rest], Sum, Prod) ->
    totals(Rest, Sum + Number, Prod * Number).

scale(Value, Factor) ->
    Value * Factor.
