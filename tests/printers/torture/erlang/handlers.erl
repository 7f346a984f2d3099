%% Handlers of the class `throw`, named and not.
-module(handlers).
-export([main/1]).

named(F) -> try F() catch throw:{odd, N} -> N end.

unnamed(F) -> try F() catch {odd, N} -> N; N -> N end.

main(N) ->
    Throw = fun() -> throw({odd, N}) end,
    Witness = named(Throw) + unnamed(Throw),
    io:format("~p~n", [Witness]).
