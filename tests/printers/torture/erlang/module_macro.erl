%% The macro of the module's name where only names may stand.
-module(module_macro).
-export([main/1, twice/1]).

twice(N) -> 2 * N.

main(N) ->
    Witness = hd(lists:map(fun ?MODULE:twice/1, [N])),
    io:format("~p~n", [Witness]).
