%% Binaries as closures: built from segments, and taken apart by them.
%%
%% A segment is {bin_element, Id, Switch, Types, [Value]} or with its size after the value. Matching goes from the
%% left to the right, so that a size may use what an earlier segment bound.
-module(bench_slicers_binaries).
-export([built/2, chunks/2, pattern/2, template/2]).
-import(bench_slicers_expressions, [expression/2]).
-import(bench_slicers_runtime, [built_binary/1, segment_size/1]).
-import(bench_slicers_scheme, [asked/2, refuse/2, to_binds/1, to_pure/1]).

-include("closures.hrl").

%% Everything is evaluated before anything is put together.
built(Segments, C) ->
    Parts = [segment(Segment, C) || Segment <- Segments],
    {binds, fun(Env, Modes) ->
        {Values, Bound} = evaluated(Parts, Env, Modes),
        Bits = [put_segment(Value, Size, Type) || {Value, Size, Type} <- Values],
        [built_binary(list_to_bitstring(Bits)) | Bound]
    end}.

segment({bin_element, _, Switch, Types, [Value | Sizes]} = Node, C) ->
    {Default, Plain} = type(Node, Types, Sizes),
    Type = case Value of
        {string, _, _, _, _} -> {text, Plain};
        _ -> Plain
    end,
    Size = case Sizes of
        [] -> fun(Env, _) -> [Default | Env] end;
        [Size0] -> to_binds(expression(Size0, C))
    end,
    {asked(Switch, C), to_binds(expression(Value, C)), Size, Type}.

evaluated([], Env, _) -> {[], Env};
evaluated([{Asked, Value, Size, Type} | Rest], Env, Modes) ->
    case Asked(Modes) of
        0 ->
            [V | Env1] = Value(Env, Modes),
            [S | Env2] = Size(Env1, Modes),
            _ = segment_size(S),
            {Values, Bound} = evaluated(Rest, Env2, Modes),
            {[{V, S, Type} | Values], Bound};
        _ ->
            evaluated(Rest, Env, Modes)
    end.

%% Size and {Type, Unit, Sign, Endian} of a segment, with what is not written.
type(Node, Types, Sizes) ->
    Size = case Sizes of
        [] -> default;
        _ -> {value, 0}
    end,
    case erl_bits:set_bit_type(Size, Types) of
        {ok, Default, Type} ->
            [Name, {unit, Unit}, Sign, Endian] = erl_bits:as_list(Type),
            {Default, {Name, Unit, Sign, Endian}};
        {error, _} ->
            refuse(Node, <<"a segment of this type">>)
    end.

put_segment(Text, Size, {text, Type}) when is_list(Text) ->
    list_to_bitstring([put_segment(Char, Size, Type) || Char <- Text]);
put_segment(Deleted, Size, {text, Type}) ->
    put_segment(Deleted, Size, Type);
put_segment(Value, all, {binary, Unit, _, _}) ->
    is_bitstring(Value) andalso bit_size(Value) rem Unit =:= 0 orelse error(badarg),
    Value;
put_segment(Value, _, {utf8, _, _, _}) -> <<Value/utf8>>;
put_segment(Value, _, {utf16, _, _, little}) -> <<Value/utf16-little>>;
put_segment(Value, _, {utf16, _, _, _}) -> <<Value/utf16>>;
put_segment(Value, _, {utf32, _, _, little}) -> <<Value/utf32-little>>;
put_segment(Value, _, {utf32, _, _, _}) -> <<Value/utf32>>;
put_segment(Value, Size, {Name, Unit, _, Endian}) when is_integer(Size), Size >= 0 ->
    put_bits(Value, Size * Unit, Name, Endian);
put_segment(_, _, _) ->
    error(badarg).

put_bits(Value, Bits, binary, _) -> <<Value:Bits/bitstring>>;
put_bits(Value, Bits, integer, big) -> <<Value:Bits>>;
put_bits(Value, Bits, integer, little) -> <<Value:Bits/little>>;
put_bits(Value, Bits, integer, native) -> <<Value:Bits/native>>;
put_bits(Value, Bits, float, big) -> <<Value:Bits/float>>;
put_bits(Value, Bits, float, little) -> <<Value:Bits/float-little>>;
put_bits(Value, Bits, float, native) -> <<Value:Bits/float-native>>.

%% Patterns: fun(Value, Env, Modes) -> Env | false.
pattern(Segments, C) ->
    matching(Segments, fun(<<>>, Env, _) -> Env; (_, _, _) -> false end, same, C).

%% What a generator needs of its pattern: how a chunk is taken off that matches, and how one is that does not.
%% Both are fun(Bits, Env, Modes) -> {Env, Rest} | false.
chunks({binary, _, _, _, Segments} = Node, C) ->
    lists:any(fun could_stand_still/1, Segments) andalso refuse(Node, <<"a size beside a constant in a generator">>),
    End = fun(Rest, Env, _) -> {Env, Rest} end,
    {matching(Segments, End, same, C), matching(Segments, End, skipped, C)};
chunks(Node, _) ->
    refuse(Node, <<"a generator over binaries without a binary as its pattern">>).

%% A chunk of no bits that does not match would be tried for ever.
could_stand_still({bin_element, _, _, _, [_, {integer, _, _, Size, _}]}) -> Size =:= 0;
could_stand_still({bin_element, _, _, _, [{Kind, _, _, _, _}, _]}) -> Kind =/= var;
could_stand_still(_) -> false.

matching([], End, _, _) ->
    End;
matching([{bin_element, _, Switch, Types, [Value | Sizes]} = Node | Rest], End, How, C) ->
    Next = matching(Rest, End, How, C),
    Asked = asked(Switch, C),
    Taken = taken(Node, type(Node, Types, Sizes), Value, Sizes, How, C),
    fun(Bits, Env, Modes) ->
        case Asked(Modes) of
            0 ->
                case Taken(Bits, Env, Modes) of
                    {Bound, Left} -> Next(Left, Bound, Modes);
                    false -> false
                end;
            _ -> Next(Bits, Env, Modes)
        end
    end.

%% A segment off the front: {Env, Rest} or false.
taken(_, {Default, Type}, {string, _, _, Text, _} = Value, [], How, C) ->
    Deleted = asked(element(3, Value), C),
    fun(Bits, Env, Modes) ->
        Chars = case Deleted(Modes) of
            0 -> Text;
            _ -> [any]
        end,
        case text(Chars, Bits, Default, Type, How) of
            {rest, Left} -> {Env, Left};
            false -> false
        end
    end;
taken(Node, _, {string, _, _, _, _}, _, _, _) ->
    refuse(Node, <<"a text with a size in a pattern">>);
taken(Node, {_, {float, _, _, _}}, {integer, _, _, _, _}, _, _, _) ->
    refuse(Node, <<"an integer as a float in a pattern">>);
taken(_, {Default, Type}, Value, Sizes, How, C) ->
    Match = value(How, Value, C),
    Size = case Sizes of
        [] -> fun(_, _) -> Default end;
        [Size0] -> to_pure(expression(Size0, C))
    end,
    fun(Bits, Env, Modes) when is_bitstring(Bits) ->
            case take(Bits, size_or_none(Size, Env, Modes), Type) of
                {Found, Left} ->
                    case Match(Found, Env, Modes) of
                        false -> false;
                        Bound -> {Bound, Left}
                    end;
                false -> false
            end;
       (_, _, _) -> false
    end.

%% In a pattern, a size that fails matches nothing.
size_or_none(Size, Env, Modes) ->
    try Size(Env, Modes) catch error:_ -> none end.

value(same, Value, C) ->
    bench_slicers_patterns:pattern(Value, C);
value(skipped, {var, _, Switch, Name, _}, #c{variables = Variables} = C) when Name =/= '_' ->
    Index = maps:get(Name, Variables),
    Asked = asked(Switch, C),
    fun(Value, Env, Modes) ->
        case Asked(Modes) of
            0 -> setelement(Index, Env, Value);
            _ -> Env
        end
    end;
value(skipped, _, _) ->
    fun(_, Env, _) -> Env end.

text([], Bits, _, _, _) -> {rest, Bits};
text([Char | Chars], Bits, Size, Type, How) ->
    case is_bitstring(Bits) andalso take(Bits, Size, Type) of
        {Found, Left} when Found =:= Char; Char =:= any; How =:= skipped -> text(Chars, Left, Size, Type, How);
        _ -> false
    end.

%% A value and the rest, or false.
take(Bits, all, {binary, Unit, _, _}) when bit_size(Bits) rem Unit =:= 0 -> {Bits, <<>>};
take(Bits, _, {utf8, _, _, _}) ->
    case Bits of <<Value/utf8, Rest/bitstring>> -> {Value, Rest}; _ -> false end;
take(Bits, _, {utf16, _, _, little}) ->
    case Bits of <<Value/utf16-little, Rest/bitstring>> -> {Value, Rest}; _ -> false end;
take(Bits, _, {utf16, _, _, _}) ->
    case Bits of <<Value/utf16, Rest/bitstring>> -> {Value, Rest}; _ -> false end;
take(Bits, _, {utf32, _, _, little}) ->
    case Bits of <<Value/utf32-little, Rest/bitstring>> -> {Value, Rest}; _ -> false end;
take(Bits, _, {utf32, _, _, _}) ->
    case Bits of <<Value/utf32, Rest/bitstring>> -> {Value, Rest}; _ -> false end;
take(Bits, Size, {Name, Unit, Sign, Endian}) when is_integer(Size), Size >= 0, Size * Unit =< bit_size(Bits) ->
    get_bits(Bits, Size * Unit, {Name, Sign, Endian});
take(_, _, _) -> false.

get_bits(Bits, N, {binary, _, _}) ->
    <<Value:N/bitstring, Rest/bitstring>> = Bits,
    {Value, Rest};
get_bits(Bits, N, {float, _, Endian}) ->
    case {Endian, Bits} of
        {big, <<Value:N/float, Rest/bitstring>>} -> {Value, Rest};
        {little, <<Value:N/float-little, Rest/bitstring>>} -> {Value, Rest};
        {native, <<Value:N/float-native, Rest/bitstring>>} -> {Value, Rest};
        _ -> false
    end;
get_bits(Bits, N, {integer, Sign, Endian}) ->
    <<Part:N/bitstring, Rest/bitstring>> = Bits,
    {number(Part, N, Sign, Endian), Rest}.

number(Part, N, unsigned, big) -> <<Value:N>> = Part, Value;
number(Part, N, unsigned, little) -> <<Value:N/little>> = Part, Value;
number(Part, N, unsigned, native) -> <<Value:N/native>> = Part, Value;
number(Part, N, signed, big) -> <<Value:N/signed>> = Part, Value;
number(Part, N, signed, little) -> <<Value:N/signed-little>> = Part, Value;
number(Part, N, signed, native) -> <<Value:N/signed-native>> = Part, Value.

%% What a binary comprehension collects.
template({Kind, _, _, _, _} = Node, C) when Kind =:= binary; Kind =:= binary_comprehension ->
    to_pure(expression(Node, C));
template(Node, _) ->
    refuse(Node, <<"a binary comprehension of other values than binaries written out">>).
