%% A comment before everything.
%%% And another.
-module(everything).
-behaviour(gen_server). % behind an attribute
-export([main/1, all/0]).
-export(['it is'/1]).
-import(lists, [map/2, reverse/1]).
-compile([nowarn_unused_function, export_all]).
-vsn("1.0").
-author('me').

-type number_or_atom() :: integer() | float() | atom().
-type pair(A, B) :: {A, B}.
-opaque hidden() :: #{key := integer(), 'other' => [char()]}.
-record(point, {x = 0 :: integer(), y = 1, z}).
-record(empty, {}).
-record('odd name', {'odd field' = 1, plain}).
-callback handle(term()) -> ok | {error, Reason :: term()}.
-spec numbers() -> [number()].

%% Numbers.
numbers() ->
    [0, 7, 16#ff, 16#FF, 2#101, 8#17, 36#z, 1_000, 16#ff_ff, 123456789012345678901234567890,
     1.5, 0.5, 1.0e3, 1.0E3, 1.0e+3, 1.0e-3, 1.0e10, 1.50, 100000.0, 1.0e22, -1, +1, - 1, -(-1), bnot 1].

%% Characters.
characters() ->
    [$a, $A, $0, $ , $\s, $\n, $\t, $\\, $', $\', $", $\", $%, $\x41, $\101, $\^A, $é, $\d, $\e, $(, $\0].

%% Atoms.
atoms() ->
    [plain, 'plain', 'odd name', 'it\'s', 'Upper', '\x41', 'with\nnewline', under_score, at@sign, 'at@sign', 'é',
     'case', 'true', true, 'say "no"', '', a1, 'a1'].

%% Strings.
strings() ->
    ["text", "", "it's", "say \"no\"", "tab\tnewline\n\\", "\x41", "\x{41}", "\101", "é", "☃", "a" "b", "a"
     "b" % between strings
     "c", "two
lines", "\s\d\e", "\^A", "say " ++ "more"].

%% Lists and tuples.
lists(X, Y) ->
    [[], [1], [1, 2], [1 | X], [1, 2 | X], [1 | [2]], [1 | [2 | []]], [X | Y], [[1], [2, [3]]], {}, {1}, {1, {2, 3}},
     [1, 2 | [3]], [{a, 1}, {b, 2}]].

%% Maps and records.
maps(M, P) ->
    #{} = M#{},
    A = #{a => 1, "b" => 2, 3 => [4], {x} => #{y => z}},
    B = A#{a := 2, c => 3},
    #{a := Value, "b" := _} = B,
    R = #point{},
    S = #point{x = 1, y = P},
    T = S#point{x = 2},
    X = T#point.x,
    Index = #point.y,
    #point{x = Matched, _ = _} = T,
    N = (P#point.z)#point.x,
    O = #'odd name'{'odd field' = 2},
    E = #empty{},
    {Value, R, X, Index, Matched, N, O#'odd name'.'odd field', E}.

%% Binaries.
binaries(A, B, Size) ->
    <<>> = <<"">>,
    <<1, 2, 3>> = <<A, B, 3>>,
    <<X:8, Y:Size/integer, Rest/binary>> = <<A:16/little-signed-integer-unit:1, "text", B/binary>>,
    <<Z:4/unit:8, _/bits>> = <<"text"/utf8, $a, 16#ff, 1.5/float, 1.5:32/float-big>>,
    <<(A + 1):8, (byte_size(B)):16>>,
    << <<C>> || <<C>> <= Rest, C > 1 >>,
    [C || <<C:4>> <= B],
    <<"é"/utf8>>,
    {X, Y, Z}.

%% Operators and parentheses.
operators(A, B) ->
    Mixed = (1 + 2) * 3 - 4 / 5,
    Integer = A div B rem 3,
    Bits = A band B bor 1 bxor 2 bsl 3 bsr 4,
    Grouped = ((1 + (2)) + ((3))),
    Left = (A - B) - 1,
    Right = A - (B - 1),
    Compared = [A == B, A /= B, A =:= B, A =/= B, A < B, A =< B, A > B, A >= B],
    Logical = (A andalso B) orelse (not A and B) or (A xor B),
    Short = A andalso B andalso true orelse false,
    Lists = [1] ++ [2] ++ [3] -- [4] -- [5],
    Other = ([1] ++ [2]) ++ [3],
    C = D = 1,
    {E, F} = {1, 2},
    self() ! {hello, A},
    self() ! self() ! hello,
    G = catch A,
    (catch B),
    {Mixed, Integer, Bits, Grouped, Left, Right, Compared, Logical, Short, Lists, Other, C, D, E, F, G}.

%% Functions with clauses and guards.
clauses(0) -> zero;
clauses(N) when N > 0 -> positive; % behind a clause
%% between clauses
clauses(N) when is_integer(N), N < 0; is_float(N) -> negative;
clauses({A, A}) when A > 1 andalso A < 10 -> pair;
clauses([H | T] = List) when length(List) > 1, H > 0 ->
    %% at the start of a body
    {H, T};
clauses("text") -> string;
clauses("pre" ++ Rest) -> Rest;
clauses(#point{x = X}) when X -> X;
clauses(#{key := V}) -> V;
clauses(<<A, _/binary>>) -> A;
clauses(_) -> other
    %% at the end of a function
    .

'it is'(X) -> X.
nullary() -> ok.
same(X, X) -> true; same(_, _) -> false.

%% Calls.
calls(F, M) ->
    nullary(),
    everything:nullary(),
    ?MODULE:nullary(),
    lists:map(F, [1, 2]),
    M:F(1),
    M:'odd name'(),
    F(1),
    (fun(X) -> X end)(1),
    'it is'(1),
    apply(M, F, [1]),
    erlang:'+'(1, 2),
    map(F, []),
    (nullary()),
    io:format("~p~n", % a comment between arguments
              [F]).

%% Funs.
funs(M, F, A) ->
    [fun() -> ok end,
     fun(X) -> X end,
     fun(0) -> zero; (N) when N > 0 -> positive; (_) -> negative end,
     fun Loop(0) -> ok; Loop(N) -> Loop(N - 1) end,
     fun nullary/0,
     fun lists:map/2,
     fun M:F/A,
     fun 'it is'/1,
     fun(X) -> fun(Y) -> X + Y end end].

%% Branches.
branches(A, B) ->
    case A of
        1 -> one;
        2 when B > 1; B < 0 -> two; % behind a clause
        %% between clauses
        {X, Y} when X, Y -> {X, Y};
        _ -> other
    end,
    if A > B -> greater; A =:= B, A > 0 -> equal; true -> less end,
    case A of 1 -> case B of 1 -> a; _ -> b end; _ -> if B -> c; true -> d end end,
    C = case A of 1 -> one; _ -> begin x, y end end,
    begin
        D = 1,
        E = D
    end,
    begin ok end,
    {C, E}.

%% Receiving.
receiving(Timeout) ->
    receive
        stop -> ok;
        {From, Message} when is_pid(From) -> From ! Message, receiving(Timeout)
    after Timeout -> timeout
    end,
    receive after 10 -> ok end,
    receive X -> X end.

%% Exceptions.
exceptions(F) ->
    try F() catch exit:{a, A} -> A; error:B:Stack -> {B, Stack}; exit:_ -> ok; _:_ -> other end,
    try F() of 1 -> one; Z when Z > 1 -> more catch _:X -> X after done() end,
    try F(), ok after
        %% in an after
        done(), ok
    end,
    try F() catch error:{badmatch, V} when V > 1 -> V; Class:Reason -> erlang:raise(Class, Reason, []) end,
    catch F(),
    throw(x).

%% Comprehensions.
comprehensions(L, M) ->
    [[X || X <- L],
     [X || X <- L, X > 1, is_integer(X)],
     [{X, Y} || X <- L, Y <- M, X =/= Y],
     [X || {ok, X} <- L],
     [[Y || Y <- X] || X <- L],
     [X || X <- L, begin Z = X, Z > 1 end],
     << <<X>> || X <- L >>,
     [X || true, X <- L]].

done() -> ok.

%% Nested definitions.
nested(N) ->
    Outer = fun(A) ->
        Inner = fun(B) ->
            Innermost = fun(C) -> A + B + C + N end, % innermost
            Innermost(1)
        end,
        Inner(2)
    end,
    Outer(3).

all() -> [numbers(), characters(), atoms(), strings()].

main(N) ->
    A = 1, B = 2,
    Witness = A + B + N,
    io:format("~p~n", [Witness]). % the criterion
%% A comment after everything.
