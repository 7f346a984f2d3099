%% Macros.
-module(macros).
-export([main/1]).
-define(LIMIT, 10).
-define(TWICE(X), double(X, 2)).
-define(LOG(Format, Args), io:format(Format ++ "~n", Args)).
-define(IF(Condition, Then, Else), case Condition of true -> Then; false -> Else end).
-define(NOTHING, ok).
-define(PAIR, {1, [2 | ?LIMIT]}). % a macro in a macro
-undef(NOTHING).

limit(N) when N > ?LIMIT -> ?LIMIT;
limit(?LIMIT) -> ?TWICE(?TWICE(1));
limit(N) -> ?TWICE(N + 1).

double(X, Factor) -> X * Factor.

where() -> {?MODULE, ?FUNCTION_NAME, ?FUNCTION_ARITY, ?MODULE:limit(1), ?PAIR}.

main(N) ->
    ?LOG("limit ~p", [limit(N)]), % behind a macro
    Sign = ?IF(N > 0, plus, minus),
    Witness = ?TWICE(N) + ?LIMIT,
    io:format("~p~n", [{Witness, Sign, where()}]).
