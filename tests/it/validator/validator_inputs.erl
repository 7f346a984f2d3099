%% Inputs of the validator: what is planted, then terms made of the program's literals and patterns, and mutations of inputs
%% that mattered. No type is known or assumed.
-module(validator_inputs).
-export([new/4, next/1, told/4]).

-define(MAX_KEPT, 400).
-define(MAX_DEPTH, 4).

%% Numbers of the process are seeded: a worker draws for one slice at a time.
new(Forms, {Name, Arity}, Near, Seed) ->
    rand:seed(exsss, Seed),
    Functions = [Form || {function, _, _, _, _} = Form <- Forms],
    Literals = lists:usort(literals(Functions)) ++ [0, 1, true, [], <<>>],
    Heads = [Patterns || {function, _, N, A, Clauses} <- Functions, N =:= Name, A =:= Arity,
                         {clause, _, Patterns, _, _} <- Clauses],
    put(records, maps:from_list([{Record, [field(F) || F <- Fields]} || {attribute, _, record, {Record, Fields}} <- Forms])),
    put(literals, list_to_tuple(Literals)),
    put(integers, list_to_tuple(lists:usort([0, 1 | [N || N <- Literals, is_integer(N)]]))),
    put(patterns, list_to_tuple([{var, 0, '_'} | lists:usort(patterns(Functions))])),
    put(heads, list_to_tuple(Heads)),
    Planted = [planted(Text) || Text <- Near],
    #{arity => Arity, queue => Planted, kept => maps:from_list(lists:enumerate(Planted)), n_kept => length(Planted),
      n_planted => length(Planted)}.

planted(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    {value, Input, _} = erl_eval:exprs(Expressions, []),
    Input.

next(#{queue := [Input | Queue]} = Draw) -> {Input, Draw#{queue := Queue}};
next(#{arity := Arity, n_kept := N_kept} = Draw) ->
    put(base, base()),
    Input = case rand:uniform(100) of
        Roll when Roll =< 65, N_kept > 0 -> mutations(maps:get(rand:uniform(N_kept), maps:get(kept, Draw)));
        Roll when Roll =< 88 -> headed(Arity);
        _ -> [term(0) || _ <- lists:seq(1, Arity)]
    end,
    put(last, Input),
    {Input, Draw}.

%% What a run was like: new values or a new path are kept, and few others that reached the criterion.
told(#{n_kept := N, kept := Kept, n_planted := N_planted} = Draw, Input, IsNew, IsReached) ->
    IsKept = IsNew orelse IsReached andalso rand:uniform(50) =:= 1,
    if
        not IsKept -> Draw;
        N < ?MAX_KEPT -> Draw#{kept := Kept#{N + 1 => Input}, n_kept := N + 1};
        true -> Draw#{kept := Kept#{N_planted + rand:uniform(N - N_planted) => Input}}
    end.

%% Literals and patterns of the program.

literals(Form) ->
    Here = try [erl_parse:normalise(Form)] catch _:_ -> [] end,
    Below = case Form of
        _ when is_tuple(Form) -> lists:append([literals(Part) || Part <- tuple_to_list(Form)]);
        [Head | Tail] -> literals(Head) ++ literals(Tail);
        _ -> []
    end,
    Here ++ Below.

patterns({clause, _, Patterns, _, Body}) -> lists:append([pattern(P) || P <- Patterns]) ++ patterns(Body);
patterns({match, _, Pattern, Value}) -> pattern(Pattern) ++ patterns(Value);
patterns({Generator, _, Pattern, Source}) when Generator =:= generate; Generator =:= b_generate ->
    pattern(Pattern) ++ patterns(Source);
patterns(Tuple) when is_tuple(Tuple) -> patterns(tuple_to_list(Tuple));
patterns([Head | Tail]) -> patterns(Head) ++ patterns(Tail);
patterns(_) -> [].

pattern({var, _, _}) -> [];
pattern(Pattern) -> [Pattern].

field({record_field, _, {atom, _, Name}}) -> Name;
field({record_field, _, {atom, _, Name}, _}) -> Name;
field({typed_record_field, Field, _}) -> field(Field).

%% Arguments of the shape of a clause of the entry, whose variables are the same where their names are.
headed(Arity) ->
    case get(heads) of
        {} -> [term(0) || _ <- lists:seq(1, Arity)];
        Heads ->
            Head = pick(Heads),
            {Input, _} = lists:mapfoldl(fun(Pattern, Env) -> like(Pattern, Env, 0) end, #{}, Head),
            Input
    end.

%% A term that the pattern takes, mostly, with what its variables are.
like({var, _, '_'}, Env, Depth) -> {term(Depth), Env};
like({var, _, Name}, Env, Depth) ->
    case Env of
        #{Name := Value} -> {Value, Env};
        _ ->
            Value = term(Depth),
            {Value, Env#{Name => Value}}
    end;
like({match, _, Left, Right}, Env, Depth) ->
    Names = case Left of {var, _, _} -> Right; _ -> Left end,
    like(Names, Env, Depth);
like({cons, _, Head, Tail}, Env, Depth) ->
    {H, Env1} = like(Head, Env, Depth + 1),
    {T, Env2} = case Tail of
        {var, _, Name} when not is_map_key(Name, Env1) -> {tail(Depth), Env1};
        _ -> like(Tail, Env1, Depth)
    end,
    {[H | T], Env2};
like({tuple, _, Parts}, Env, Depth) ->
    {Values, Env1} = lists:mapfoldl(fun(Part, E) -> like(Part, E, Depth + 1) end, Env, Parts),
    {list_to_tuple(Values), Env1};
like({record, _, Name, Fields}, Env, Depth) ->
    Parts = [case [V || {record_field, _, {atom, _, F}, V} <- Fields, F =:= Field] of
        [Value | _] -> Value;
        [] -> {var, 0, '_'}
    end || Field <- maps:get(Name, get(records), [])],
    like({tuple, 0, [{atom, 0, Name} | Parts]}, Env, Depth);
like({map, _, Fields}, Env, Depth) ->
    lists:foldl(fun({_, _, Key, Value}, {Map, E}) ->
        {K, E1} = like(Key, E, Depth + 1),
        {V, E2} = like(Value, E1, Depth + 1),
        {Map#{K => V}, E2}
    end, {#{}, Env}, Fields);
like({bin, _, Segments}, Env, _) -> segments(Segments, Env, <<>>);
like({op, _, '++', Left, Right}, Env, Depth) ->
    {Prefix, Env1} = like(Left, Env, Depth),
    {Suffix, Env2} = case Right of
        {var, _, _} -> {tail(Depth), Env1};
        _ -> like(Right, Env1, Depth)
    end,
    {try Prefix ++ Suffix catch _:_ -> Prefix end, Env2};
like(Other, Env, Depth) ->
    {try erl_parse:normalise(Other) catch _:_ -> term(Depth) end, Env}.

segments([], Env, Bits) -> {Bits, Env};
segments([{bin_element, _, Value, Size, Types} | Rest], Env, Bits) ->
    {Part, Env1} = segment(Value, Size, case Types of default -> []; _ -> Types end, Env),
    segments(Rest, Env1, <<Bits/bitstring, Part/bitstring>>).

segment({string, _, Text}, _, _, Env) -> {list_to_binary([C band 255 || C <- Text]), Env};
segment(Value, Size, Types, Env) ->
    IsRest = Size =:= default andalso lists:any(fun(T) -> lists:member(T, [binary, bytes, bits, bitstring]) end, Types),
    Bytes = lists:any(fun(T) -> lists:member(T, [binary, bytes]) end, Types),
    N = case Size of
        default -> case lists:member(float, Types) of true -> 64; false -> 8 end;
        {integer, _, Exactly} -> Exactly;
        {var, _, Name} ->
            case Env of
                #{Name := Known} when is_integer(Known), Known >= 0, Known < 100 -> Known;
                _ -> rand:uniform(5)
            end;
        _ -> rand:uniform(5)
    end,
    Number = case Value of
        {integer, _, Exact} -> Exact;
        _ -> case rand:uniform(3) of 1 -> byte(); 2 -> small(); 3 -> integer() end
    end,
    if
        IsRest -> {binary(), Env};
        Bytes -> {iolist_to_binary([byte() || _ <- lists:seq(1, min(N, 40))]), Env};
        true ->
            Env1 = case Value of {var, _, V} -> Env#{V => Number}; _ -> Env end,
            case lists:member(float, Types) andalso (N =:= 64 orelse N =:= 32) of
                true -> {<<(float(small())):N/float>>, Env1};
                false ->
                    case lists:member(little, Types) of
                        true -> {<<Number:N/little>>, Env1};
                        false -> {<<Number:N>>, Env1}
                    end
            end
    end.

%% Random terms.

%% A number that others of the input are near to.
base() ->
    case rand:uniform(5) of
        1 -> pick(get(integers));
        2 -> pick(get(integers)) + rand:uniform(60);
        3 -> small();
        4 -> rand:uniform(1 bsl rand:uniform(14));
        5 -> 100 + rand:uniform(400)
    end.

small() -> rand:uniform(16) - 4.

integer() ->
    case rand:uniform(20) of
        Roll when Roll =< 6 -> get(base) + rand:uniform(25) - 13;
        Roll when Roll =< 8 -> get(base);
        Roll when Roll =< 11 -> pick(get(integers)) + rand:uniform(3) - 2;
        12 -> pick(get(integers)) * pick({2, -1, 3, -2, 10});
        Roll when Roll =< 16 -> small();
        17 -> rand:uniform(1 bsl rand:uniform(16));
        18 -> -rand:uniform(1 bsl rand:uniform(16));
        19 -> (1 bsl pick({8, 16, 31, 32, 59, 60, 63, 64, 65, 128, 1100})) + small();
        20 -> pick({1, -1}) * rand:uniform(1 bsl (50 + rand:uniform(100)))
    end.

real() ->
    case rand:uniform(4) of
        1 -> float(small());
        2 -> small() / pick({2, 4, 10, 3});
        3 -> float(rand:uniform(1000)) + pick({0.0, 0.5, 0.25});
        4 -> pick({0.1, 0.2, 0.3, 1.0e10, 1.0e300, -1.5, 1.0e-7})
    end.

term(Depth) when Depth > ?MAX_DEPTH -> leaf();
term(Depth) ->
    case rand:uniform(20) of
        Roll when Roll =< 8 -> leaf();
        Roll when Roll =< 11 -> element(1, like(pick(get(patterns)), #{}, Depth + 1));
        Roll when Roll =< 16 -> list(Depth);
        17 -> list_to_tuple([term(Depth + 1) || _ <- lists:seq(1, rand:uniform(4) - 1)]);
        18 -> binary();
        19 -> maps:from_list([{leaf(), term(Depth + 1)} || _ <- lists:seq(1, rand:uniform(4) - 1)]);
        20 -> {leaf(), leaf()}
    end.

leaf() ->
    case rand:uniform(12) of
        Roll when Roll =< 6 -> integer();
        Roll when Roll =< 9 -> pick(get(literals));
        10 -> real();
        11 -> pick({a, b, c, x, true, false, ok, error, undefined});
        12 -> pick({[], {}, <<>>, "", #{}})
    end.

list(Depth) ->
    N = pick({0, 1, 1, 2, 2, 3, 3, 4, 5, 8}),
    case rand:uniform(9) of
        1 -> lists:duplicate(N, term(Depth + 1));
        2 -> lists:sort([integer() || _ <- lists:seq(1, N)]);
        3 -> [small() || _ <- lists:seq(1, N)];
        4 -> [integer() || _ <- lists:seq(1, N)];
        5 -> [character() || _ <- lists:seq(1, N)];
        6 ->
            Pattern = pick(get(patterns)),
            [element(1, like(Pattern, #{}, Depth + 1)) || _ <- lists:seq(1, N)];
        7 -> [element(1, like(pick(get(patterns)), #{}, Depth + 1)) || _ <- lists:seq(1, N)];
        8 -> [term(Depth + 1) || _ <- lists:seq(1, N)];
        9 -> [term(Depth + 1) | tail(Depth)]
    end.

tail(Depth) ->
    case rand:uniform(10) of
        1 -> leaf();
        Roll when Roll =< 3 -> [];
        _ -> case Depth > ?MAX_DEPTH of true -> []; false -> list(Depth + 1) end
    end.

character() ->
    case rand:uniform(4) of
        1 -> pick({$a, $z, $A, $Z, $0, $9, $\s, $\t, $,, ${, $`, $@, $[, $/, $:});
        2 -> 96 + rand:uniform(26);
        3 -> 31 + rand:uniform(95);
        4 -> case pick(get(literals)) of [C | _] when is_integer(C) -> C; _ -> $e end
    end.

byte() ->
    case rand:uniform(3) of
        1 -> rand:uniform(6) - 1;
        2 -> rand:uniform(256) - 1;
        3 -> pick(get(integers)) band 255
    end.

binary() -> bits(iolist_to_binary([byte() || _ <- lists:seq(1, rand:uniform(9) - 1)])).

bits(Binary) ->
    case rand:uniform(12) of
        1 -> <<Binary/bitstring, (rand:uniform(128)):(rand:uniform(7))>>;
        _ -> Binary
    end.

%% Mutations.

mutations(Input) ->
    put(last, Input),
    lists:foldl(fun(_, Mutated) -> mutated_arguments(Mutated) end, Input, lists:seq(1, pick({1, 1, 1, 2, 2, 3, 5}))).

%% The number of arguments stays.
mutated_arguments([]) -> [];
mutated_arguments(Input) ->
    Idx = rand:uniform(length(Input)),
    case rand:uniform(12) of
        1 -> set(Input, Idx, pick(list_to_tuple(Input)));
        _ -> set(Input, Idx, mutated(lists:nth(Idx, Input)))
    end.

set(List, Idx, Value) ->
    {Before, [_ | After]} = lists:split(Idx - 1, List),
    Before ++ [Value | After].

%% A part of the term, or all of it, becomes another.
mutated(Term) ->
    case rand:uniform(10) of
        1 -> other(Term);
        Roll when Roll =< 6 -> below(Term);
        _ -> changed(Term)
    end.

other(_) ->
    case rand:uniform(3) of
        1 -> part(get(last));
        2 -> term(2);
        3 -> pick(get(literals))
    end.

%% A random part of a term.
part([Head | Tail]) -> case rand:uniform(3) of 1 -> part(Tail); 2 -> part(Head); 3 -> Head end;
part(Tuple) when tuple_size(Tuple) > 0 ->
    Part = pick(Tuple),
    case rand:uniform(2) of 1 -> Part; 2 -> part(Part) end;
part(Map) when map_size(Map) > 0 -> part(pick(list_to_tuple(maps:values(Map))));
part(Term) -> Term.

below([_ | _] = List) ->
    {Elements, Tail} = parts(List, []),
    Idx = rand:uniform(length(Elements)),
    set(Elements, Idx, mutated(lists:nth(Idx, Elements))) ++ Tail;
below(Tuple) when tuple_size(Tuple) > 0 ->
    Idx = rand:uniform(tuple_size(Tuple)),
    setelement(Idx, Tuple, mutated(element(Idx, Tuple)));
below(Map) when map_size(Map) > 0 ->
    Key = pick(list_to_tuple(maps:keys(Map))),
    case rand:uniform(4) of
        1 -> maps:put(mutated(Key), maps:get(Key, Map), maps:remove(Key, Map));
        _ -> Map#{Key := mutated(maps:get(Key, Map))}
    end;
below(Term) -> changed(Term).

%% The elements of a list that may be improper, and its tail.
parts([Head | Tail], Seen) -> parts(Tail, [Head | Seen]);
parts(Tail, Seen) -> {lists:reverse(Seen), Tail}.

changed(N) when is_integer(N) ->
    case rand:uniform(14) of
        Roll when Roll =< 3 -> N + pick({1, -1});
        Roll when Roll =< 5 -> N + rand:uniform(25) - 13;
        6 -> case part(get(last)) of Other when is_integer(Other) -> Other + rand:uniform(21) - 11; _ -> N end;
        7 -> -N;
        8 -> N * 2;
        9 when abs(N) < 1 bsl 500 -> float(N);
        10 -> N + (1 bsl 64);
        11 -> N bsl rand:uniform(80) band ((1 bsl 3000) - 1);
        12 -> 0;
        13 -> other(N);
        _ -> integer()
    end;
changed(F) when is_float(F) ->
    case rand:uniform(5) of
        1 when abs(F) < 1.0e15 -> trunc(F);
        2 when abs(F) < 1.0e100 -> F + 0.5;
        3 -> -F;
        4 when abs(F) < 1.0e15 -> float(trunc(F));
        _ -> real()
    end;
changed([]) -> pick({[term(2)], "", {}, [get(base)], [[]], leaf(), list(1)});
changed(List) when is_list(List) ->
    {Elements, Tail} = parts(List, []),
    N = length(Elements),
    Idx = rand:uniform(N),
    {Before, [Element | After]} = lists:split(Idx - 1, Elements),
    case rand:uniform(16) of
        1 -> Before ++ After ++ Tail;
        2 -> Before ++ [Element, Element | After] ++ Tail;
        3 -> Before ++ [term(2), Element | After] ++ Tail;
        4 -> Elements ++ [term(2) | Tail];
        5 -> Elements ++ [part(get(last)) | Tail];
        6 -> Elements ++ leaf();
        7 -> Elements ++ [];
        8 -> lists:reverse(Elements) ++ Tail;
        9 -> try lists:usort(Elements) ++ Tail catch _:_ -> List end;
        10 -> Before ++ Tail;
        11 -> [Element | After] ++ Tail;
        12 when N < 60 -> Elements ++ Elements ++ Tail;
        13 -> Before ++ [mutated(Element), Element | After] ++ Tail;
        14 -> case pick(get(literals)) of [_ | _] = Constant -> proper(Constant) ++ List; _ -> [Element | List] end;
        15 -> Before ++ element(1, lists:split(length(After), After)) ++ [Element | Tail];
        _ -> list_to_tuple(Elements)
    end;
changed(Tuple) when is_tuple(Tuple) ->
    N = tuple_size(Tuple),
    case rand:uniform(6) of
        1 -> erlang:append_element(Tuple, term(2));
        2 when N > 0 -> erlang:delete_element(rand:uniform(N), Tuple);
        3 when N > 0 -> erlang:insert_element(rand:uniform(N), Tuple, pick(Tuple));
        4 when N > 1 -> setelement(rand:uniform(N), Tuple, pick(Tuple));
        5 -> tuple_to_list(Tuple);
        _ -> other(Tuple)
    end;
changed(Bits) when is_bitstring(Bits) ->
    N = byte_size(Bits),
    case rand:uniform(9) of
        1 -> <<Bits/bitstring, (byte())>>;
        2 -> <<(byte()), Bits/bitstring>>;
        3 when bit_size(Bits) >= 8 -> <<_, Rest/bitstring>> = Bits, Rest;
        4 when is_binary(Bits), N > 0 -> binary:part(Bits, 0, N - 1);
        5 when is_binary(Bits), N > 0 ->
            At = rand:uniform(N) - 1,
            <<Head:At/binary, Byte, Rest/binary>> = Bits,
            <<Head/binary, (Byte + pick({1, -1, byte()})), Rest/binary>>;
        6 when is_binary(Bits), N > 0 ->
            At = rand:uniform(N) - 1,
            <<Head:At/binary, _, Rest/binary>> = Bits,
            <<Head/binary, (byte()), Rest/binary>>;
        7 -> <<Bits/bitstring, (rand:uniform(128)):(rand:uniform(7))>>;
        8 when N < 200 -> <<Bits/bitstring, Bits/bitstring>>;
        _ -> binary()
    end;
changed(Map) when is_map(Map) ->
    Key = case maps:keys(Map) of [] -> leaf(); Keys -> pick(list_to_tuple(Keys)) end,
    case rand:uniform(4) of
        1 -> maps:remove(Key, Map);
        2 -> Map#{leaf() => term(2)};
        3 -> Map#{pick(get(literals)) => part(get(last))};
        4 when is_integer(Key), abs(Key) < 1 bsl 100 -> Map#{float(Key) => term(2)};
        4 -> other(Map)
    end;
changed(Term) -> other(Term).

proper(List) -> element(1, parts(List, [])).

pick(Tuple) -> element(rand:uniform(tuple_size(Tuple)), Tuple).
