%% Macros and conditional compilation.
-module(macros).
-export([main/1]).
-define(LIMIT, 10).
-define(TWICE(X), (2 * (X))).
-define(LOG(Format, Args), io:format(Format ++ "~n", Args)).
-define(NOTHING, ok).
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
-undef(NOTHING).

limit(N) when N > ?LIMIT -> ?LIMIT;
limit(N) -> ?TWICE(N + 1).

where() -> {?MODULE, ?LINE, ?FILE, ?FUNCTION_NAME, ?FUNCTION_ARITY}.

main(N) ->
    ?LOG("limit ~p", [limit(N)]), % behind a macro
    case ?DEBUGGING of
        true -> debug(where());
        false -> ok
    end,
    Witness = ?TWICE(N) + ?OTHER,
    io:format("~p~n", [Witness]).
