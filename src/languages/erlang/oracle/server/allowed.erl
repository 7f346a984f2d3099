%% Which functions of the runtime a program may call: those whose value depends on their arguments alone, and those that are
%% answered here.
%% That of `list_to_existing_atom` depends on what ran before.
%% Output is checked as the runtime would check it, and thrown away.
-module(bench_slicers_allowed).
-export([allowed/3, output/2]).

%% `true`, `output`, `virtual`, `missing` when there is no such function, or `false`.
allowed(io, Name, Arity) ->
    case lists:member({Name, Arity}, [{format, 1}, {format, 2}, {fwrite, 1}, {fwrite, 2}, {put_chars, 1},
                                      {nl, 0}, {write, 1}]) of
        true -> output;
        false -> false
    end;
allowed(erlang, Name, Arity) ->
    case lists:keyfind(Name, 1, erlang_functions()) of
        {Name, Arities} ->
            case lists:member(Arity, Arities) of
                true -> true;
                false -> exported(erlang, Name, Arity)
            end;
        false ->
            case erl_internal:arith_op(Name, Arity) orelse erl_internal:bool_op(Name, Arity)
                orelse erl_internal:comp_op(Name, Arity) orelse erl_internal:list_op(Name, Arity) of
                true -> true;
                false -> exported(erlang, Name, Arity)
            end
    end;
allowed(Module, Name, Arity) ->
    case lists:member(Module, [lists, maps, string, sets, ordsets, orddict, dict, gb_sets, gb_trees, queue,
                               array, proplists, math, unicode, io_lib, re, base64]) of
        true ->
            {module, Module} = code:ensure_loaded(Module),
            case erlang:function_exported(Module, Name, Arity) orelse erlang:is_builtin(Module, Name, Arity) of
                true -> true;
                false -> missing
            end;
        false ->
            case code:which(Module) of
                non_existing -> missing;
                _ -> bench_slicers_virtual:kind(Module, Name, Arity)
            end
    end.

exported(Module, Name, Arity) ->
    case erlang:is_builtin(Module, Name, Arity) orelse erlang:function_exported(Module, Name, Arity) of
        true -> bench_slicers_virtual:kind(Module, Name, Arity);
        false -> missing
    end.

erlang_functions() ->
    [{abs, [1]}, {append_element, [2]}, {atom_to_binary, [1, 2]}, {atom_to_list, [1]}, {binary_part, [2, 3]},
     {binary_to_atom, [1, 2]}, {binary_to_float, [1]},
     {binary_to_integer, [1, 2]}, {binary_to_list, [1, 3]}, {bit_size, [1]}, {bitstring_to_list, [1]},
     {byte_size, [1]}, {ceil, [1]}, {delete_element, [2]}, {element, [2]}, {error, [1, 2]}, {exit, [1]},
     {float, [1]}, {float_to_binary, [1, 2]}, {float_to_list, [1, 2]}, {floor, [1]}, {hd, [1]},
     {insert_element, [3]}, {integer_to_binary, [1, 2]}, {integer_to_list, [1, 2]}, {iolist_size, [1]},
     {iolist_to_binary, [1]}, {is_atom, [1]}, {is_binary, [1]}, {is_bitstring, [1]}, {is_boolean, [1]},
     {is_float, [1]}, {is_function, [1, 2]}, {is_integer, [1]}, {is_list, [1]}, {is_map, [1]},
     {is_map_key, [2]}, {is_number, [1]}, {is_pid, [1]}, {is_port, [1]}, {is_record, [2, 3]},
     {is_reference, [1]}, {is_tuple, [1]}, {length, [1]}, {list_to_atom, [1]}, {list_to_binary, [1]},
     {list_to_bitstring, [1]}, {list_to_float, [1]}, {list_to_integer, [1, 2]},
     {list_to_tuple, [1]}, {make_tuple, [2, 3]}, {map_get, [2]}, {map_size, [1]}, {max, [2]}, {min, [2]},
     {raise, [3]}, {round, [1]}, {setelement, [3]}, {size, [1]}, {split_binary, [2]}, {throw, [1]}, {tl, [1]},
     {trunc, [1]}, {tuple_size, [1]}, {tuple_to_list, [1]}].

%% The value of a call that writes, or the failure it has.
output(nl, []) -> ok;
output(write, [_]) -> ok;
output(put_chars, [Text]) ->
    case unicode:characters_to_binary(Text) of
        Binary when is_binary(Binary) -> ok;
        _ -> error(badarg)
    end;
output(Format, [Text]) -> output(Format, [Text, []]);
output(_, [Text, Args]) ->
    try unicode:characters_to_binary(io_lib:format(Text, Args)) of
        Binary when is_binary(Binary) -> ok;
        _ -> error(badarg)
    catch
        error:_ -> error(badarg)
    end.
