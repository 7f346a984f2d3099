-module(program).
-export([main/1]).

-record(pair, {first, second}).

main(Number) ->
    Pair = #pair{first = Number, second = 1},
    Sum = Number + 1,
    {Pair, Sum}.
