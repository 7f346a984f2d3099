%% Further forms.
-module(more).
-export([main/1, 'quoted name'/1]).
-export_type([tree/1, option/0]).
-on_load(init/0).
-dialyzer({nowarn_function, main/1}).
-deprecated([{main, 1, "use something else"}]).
-include_lib("stdlib/include/assert.hrl").
-define(PAIR(A, B), {A, B}).
-define(REC, tree).
-define(TEXT, "text").
-define(NAME, quoted).
-record(tree, {left = nil :: tree(any()) | nil, value, right = nil}).
-type tree(A) :: nil | #tree{value :: A}.
-type option() :: {timeout, non_neg_integer() | infinity} | #{name := atom(), _ => _} | fun((...) -> integer()) | fun((A :: integer()) -> A) | fun() | <<_:8, _:_*16>> | 1..10 | [a | b] | nonempty_string() | maybe_improper_list(a, b).
-type other() :: {} | {a} | [] | [a] | #{} | #{a => b, c := d} | <<>> | -1 | 16#ff | $a | 'odd name'.
-export_type([other/0]).
-spec main(integer()) -> {A, B} when A :: integer(), B :: atom(); (atom()) -> no_return().
-spec 'quoted name'(X) -> X when X :: term().

init() -> ok.
'quoted name'(X) -> X.

numbers() -> [2#1010_1010, 36#ZZ, 16#DEADbeef, 1_000_000, 0, 00, 007, 1.0e-10, 1.0E+10, 0.1e-5, 123.456, 1.0e100, 1.7976931348623157e308, 5.0e-324, 0.1, 100.0, 1.0e2, 12345678901234567890123, $\x7f, $\377, $\b, $\v, $\f, $\r, $ , $\s, $\^Z, $☃, $\n].

strings() -> ["\x{2603}☃", "\377\x7f", "\b\v\f\r\0", "\^Z", "it's", "\'", "\"", "", "" "", "a" "" "b", ?TEXT, "~p~n", "\
continued", 'atom', 'a b', '\x{41}', '\^A', 'a\'b', "a rather long text that does not fit on a line and is split by some printers into several parts of it, as they like"].

deep(N) -> [{a, [b, {c, #{d => [e | f], g => {h, <<"i">>}}}]}, [[[[N]]]], {{{{}}}}, [1, 2 | [3 | N]], [N | [N | []]], [a, b | c], "ab" ++ [N] ++ "c" -- "d", [[], [[]]], [{N}, [N]], {[], {}}, <<>>, <<"">>, #{}, []].

operators(A, B) ->
    {(A + B) + A, A + (B + A), (A - B) - A, A - (B - A), -A, -(-A), - - A, +A, -1, - 1, -(1), not (not A), not A, (not A) and B, not (A and B), bnot A, bnot (bnot A), A * -1, A - -1, A + +1,
     (A andalso B) andalso A, A andalso (B andalso A), (A orelse B) andalso A, A orelse B andalso A, not A andalso B, A =:= B, (A =:= B) =:= true, A =:= (B =:= true), A ++ B ++ A, (A ++ B) ++ A, A ++ (B ++ A), A -- B -- A, (A -- B) -- A,
     A bsl 1 + 2, (A bsl 1) + 2, A div B rem A, A rem (B div A), A band B bor A, A band (B bor A), A ! B, (A ! B) ! A, A ! (B ! A), catch A, (catch A), {catch A}, [catch A], (A), ((A)), begin A end, (begin A, B end), A == -1, A < B, A >= B}.

matches({A, B} = C, [D | E] = F, #tree{value = G} = H, "pre" ++ I, <<J:8, K/binary>> = L, #{key := M} = N, [O, P | _], -1, $a, 1.5, 'x y', {_, _Ignored}, Q) when Q > 1, is_tuple(C); not is_atom(Q), (Q < 1) orelse Q == 2; Q =:= A + B, element(1, C) > 1 ->
    X = Y = {A, B}, {Z, _} = X, [W | _] = V = [1, 2], (U = 1), T = (S = 2) + 1, {R = 1, 2} = {1, 2},
    {D, E, F, G, H, I, J, K, L, M, N, O, P, Y, Z, W, V, U, T, S, R};
matches(_, _, _, _, _, _, _, _, _, _, _, _, true) -> ok.

records(T, N) ->
    A = #tree{}, B = #tree{value = 1, _ = undefined}, C = T#tree{left = nil, right = #tree{}}, D = T#tree.left#tree.right, E = (T#tree{value = 2})#tree.value, F = #tree.value, G = #?REC{value = 1}, H = (f(N))#tree.value, I = is_record(T, tree), J = T#tree{}#tree{value = 3},
    {A, B, C, D, E, F, G, H, I, J}.

maps(M, K) -> [#{K => 1}, #{{a, K} => [1]}, M#{K := 1, b => 2}, (f(M))#{a => 1}, M#{a => 1}#{b => 2}, #{"a" => 1, 1 => 2, 1.5 => 3, [] => 4, #{} => 5}, maps:get(K, M), #{a => #{b => #{}}}].

binaries(B, N) -> [<<1, 2>>, <<"a", "b">>, <<"ab">>, <<"a" "b">>, <<N>>, <<N:8>>, <<N:N>>, <<N:(N + 1)>>, <<N:8/integer>>, <<N/float>>, <<B/binary, N:16/little-unsigned-integer-unit:1>>, <<(N + 1)>>, <<(f(N)):8>>, <<-1>>, << -1:8 >>, <<$a, "b"/utf16-little, 1.5/float>>, <<B:N/bytes>>, <<"☃"/utf8>>, << <<X:8>> || <<X:4>> <= B, X > 1 >>, << <<X, Y>> || X <- [1], <<Y>> <= B >>, [X || <<X, _:8>> <= B], <<<<1>>/binary>>, <<(<<1>>)/binary>>].

f(X) -> X.

funs(A) -> [fun f/1, fun more:f/1, fun A:f/1, fun() -> ok end, fun(_) -> A end, fun(X) when X > 1; X < 0 -> X; (_) -> fun() -> A end end, fun F(0) -> 1; F(N) when N > 0 -> F(N - 1) end, fun({X, Y}, [Z | _]) -> X + Y + Z end, (fun(X) -> X end)(A), (f(A))(1), (A:f())(1), A:(f(A))(1), (f(A)):f(), ?MODULE:f(1), more:f(1), (A(1))(2)].

branches(A, B) ->
    case A of 1 -> a; 2 -> b end, case {A, B} of {1, X} when X > 1 -> X; {_, _} -> ok end, case (case A of 1 -> 2; _ -> 3 end) of 2 -> ok; _ -> case B of _ -> ok end end,
    if A -> ok; not B, A; B -> ok; true -> if B -> 1; true -> 2 end end, if A > 1, B < 2; A =:= B -> ok; true -> error end,
    receive after 0 -> ok end, receive after infinity -> ok end, receive X1 -> X1 after A * 2 -> B end, receive {a, Y1} when Y1 -> Y1; _ -> ok end,
    try A catch error:_ -> ok end, try A catch _:_ -> ok end, try A catch exit:b -> ok; error:E when E > 1 -> E; exit:{a, R}:S -> {R, S}; C:D -> {C, D} end, try A, B of 1 -> ok; _ when B -> no catch exit:E2 -> E2 after A, B end, try A after B end, try A of _ -> ok after ok end, try try A after B end catch _:_ -> ok end,
    begin A, begin B end end, ?PAIR(A, ?PAIR(B, [])), [Z || Z <- case A of 1 -> [1]; _ -> [] end], {if A -> 1; true -> 2 end, case B of _ -> ok end}, f(case A of _ -> B end), catch f(A), catch (catch f(A)), f(catch A), throw({error, A}), ok.

comprehensions(L) -> [[X || X <- L, X > 1, Y <- [X], {Z, _} <- [{Y, 1}], Z > X], [{X, Y} || {X, [Y | _]} <- L], [[Y || Y <- X, Y > 1] || X <- L, is_list(X)], [X || X <- [1, 2] ++ [3], f(X)], [fun() -> X end || X <- L], [case X of 1 -> a; _ -> b end || X <- L], [X || X = 1 <- L], lists:map(fun(X) -> X * 2 end, [Y || Y <- L]), [1 || _ <- L], [[] || [] <- [[]]]].

main(N) -> A = 1, B = A, _ = deep(N), Witness = A + B, io:format("~p~n", [Witness]), ok.
