%% What closures and compiled candidates do while they run: observe the criterion, pay fuel, call.
-module(bench_slicers_runtime).
-export([apply_operator/3, built_binary/1, call_function/3, ended/1, make_fun/2, multiply/2, observe/1, segment_size/1, shift/2,
         stop/1, tick/1]).

-include("closures.hrl").

%% Larger integers take more time than any fuel would allow them.
-define(HUGE, (1 bsl 100000)).
%% Bits of a binary, and of one of its segments.
-define(HUGE_BITS, (1 bsl 20)).

stop(Why) -> throw({?STOP, Why}).

%% A value of the criterion: compared with what the original had, or recorded.
observe(Value) ->
    case get(expected) of
        [{Same, Exact} | Rest] when Same =:= Value ->
            Exact =:= none orelse Exact =:= term_to_binary(Value) orelse stop(different),
            put(expected, Rest),
            Rest =:= [] andalso stop(same);
        {record, Values, Left} when Left > 0 ->
            note_value(get(fuel)),
            put(expected, {record, [Value | Values], Left - 1});
        {record, _, _} ->
            stop(full);
        [any] ->
            ok;
        _ ->
            stop(different)
    end.

%% Candidates are run up to the last value: what the original asked for, and its fuel, until then.
note_value(undefined) -> ok;
note_value(Fuel) -> put(until_value, {element(2, get(asked)), atomics:get(Fuel, 1)}).

%% The verdict on a run that comes to its end: 0 same, 1 different.
ended(How) ->
    case get(expected) of
        [How] -> 0;
        [any] -> 0;
        _ -> 1
    end.

tick(Fuel) ->
    case atomics:sub_get(Fuel, 1, 1) of
        Left when Left < 0 -> stop(fuel);
        _ -> ok
    end.

apply_operator('*', A, B) -> multiply(A, B);
apply_operator('bsl', A, B) -> shift(A, B);
apply_operator(Op, A, B) -> erlang:Op(A, B).

multiply(A, B) ->
    case A * B of
        Product when is_integer(Product), Product > ?HUGE; is_integer(Product), Product < -?HUGE -> stop(fuel);
        Product -> Product
    end.

shift(A, B) when is_integer(A), is_integer(B), B > 100000 -> stop(fuel);
shift(A, B) -> A bsl B.

%% Binaries are not in the heap that is limited: their size is.
built_binary(Bits) when bit_size(Bits) > ?HUGE_BITS -> stop(fuel);
built_binary(Bits) -> Bits.

segment_size(Size) when is_integer(Size), Size > ?HUGE_BITS -> stop(fuel);
segment_size(Size) -> Size.

call_function(Index, Args, Modes) ->
    (element(Index, element(1, Modes)))(Args, Modes).

make_fun(0, F) -> fun() -> F([]) end;
make_fun(1, F) -> fun(A) -> F([A]) end;
make_fun(2, F) -> fun(A, B) -> F([A, B]) end;
make_fun(3, F) -> fun(A, B, D) -> F([A, B, D]) end;
make_fun(4, F) -> fun(A, B, D, E) -> F([A, B, D, E]) end;
make_fun(5, F) -> fun(A, B, D, E, G) -> F([A, B, D, E, G]) end;
make_fun(6, F) -> fun(A, B, D, E, G, H) -> F([A, B, D, E, G, H]) end;
make_fun(7, F) -> fun(A, B, D, E, G, H, I) -> F([A, B, D, E, G, H, I]) end;
make_fun(8, F) -> fun(A, B, D, E, G, H, I, J) -> F([A, B, D, E, G, H, I, J]) end.
