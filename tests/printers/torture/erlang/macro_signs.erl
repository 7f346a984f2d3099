%% Parentheses that a macro needs.
-module(macro_signs).
-export([main/1]).
-define(TWICE(X), (2 * (X))).

main(N) ->
    Witness = ?TWICE(N + 1),
    io:format("~p~n", [Witness]).
