%% Conditional compilation, and macros of places.
-module(conditional).
-export([main/1]).
-ifdef(DEBUG).
-define(DEBUGGING, true).
debug(X) -> io:format("~p~n", [X]).
-else.
-define(DEBUGGING, false).
debug(_) -> ok.
-endif.
-ifndef(OTHER).
-define(OTHER, 1).
-endif.

main(N) ->
    case ?DEBUGGING of
        true -> debug({?LINE, ?FILE});
        false -> ok
    end,
    Witness = N + ?OTHER,
    io:format("~p~n", [Witness]).
