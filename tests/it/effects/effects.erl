%% Which functions of libraries depend on their arguments alone, as their sources say.
%%
%% Arguments: a file `{Names, Modules}.`, functions of `erlang` and whole modules that are known to, then folders of sources.
%% Output: a line for each module, `module` when all that it exports does, else `module: name name`.
%%
%% A function does not when it receives, sends, calls a function that is named by values, or calls one that does not; functions that
%% are not written in Erlang do not. A fun that it is given is the affair of whoever makes it.
-module(effects).
-export([main/1]).

main([Known | Folders]) ->
    {ok, [{Names, Modules}]} = file:consult(Known),
    Files = [File || Folder <- Folders, File <- lists:sort(filelib:wildcard(filename:join(Folder, "*.erl")))],
    Read = [Module || File <- Files, {Name, _, _} = Module <- [read(File, Folders)], not lists:member(Name, Modules)],
    Calls = maps:from_list([{{M, F, A}, Callees} || {M, _, Functions} <- Read, {{F, A}, Callees} <- Functions]),
    Pure = settled(Calls, {sets:from_list(Names), sets:from_list(Modules)}),
    lists:foreach(fun(Module) -> print(Module, Pure) end, lists:keysort(1, Read)),
    halt(0).

read(File, Folders) ->
    Include = [filename:dirname(File), filename:join(filename:dirname(filename:dirname(File)), "include") | Folders],
    case epp:parse_file(File, [{includes, Include}]) of
        {ok, Forms} ->
            [Name | _] = [M || {attribute, _, module, M} <- Forms] ++ [none],
            Own = [{F, A} || {function, _, F, A, _} <- Forms],
            Imported = [{FA, M} || {attribute, _, import, {M, FAs}} <- Forms, FA <- FAs],
            Exported = [FA || {attribute, _, export, FAs} <- Forms, FA <- FAs],
            Where = {Name, sets:from_list(Own), maps:from_list(Imported)},
            {Name, Exported, [{{F, A}, callees(Clauses, Where)} || {function, _, F, A, Clauses} <- Forms]};
        {error, _} ->
            {none, [], []}
    end.

callees(Clauses, Where) -> lists:usort(walk(Clauses, Where)).

walk({call, _, {remote, _, {atom, _, M}, {atom, _, F}}, Args}, Where) ->
    [{M, F, length(Args)} | walk(Args, Where)];
walk({call, _, {remote, _, _, _}, _}, _) -> [impure];
walk({call, _, {atom, _, F}, Args}, Where) -> [named(F, length(Args), Where) | walk(Args, Where)];
walk({'fun', _, {function, F, A}}, Where) when is_atom(F) -> [named(F, A, Where)];
walk({'fun', _, {function, {atom, _, M}, {atom, _, F}, {integer, _, A}}}, _) -> [{M, F, A}];
walk({'fun', _, {function, _, _, _}}, _) -> [impure];
walk({'receive', _, _}, _) -> [impure];
walk({'receive', _, _, _, _}, _) -> [impure];
walk({op, _, '!', _, _}, _) -> [impure];
walk(Tuple, Where) when is_tuple(Tuple) -> walk(tuple_to_list(Tuple), Where);
walk([Head | Tail], Where) -> walk(Head, Where) ++ walk(Tail, Where);
walk(_, _) -> [].

named(F, A, {Module, Own, Imported}) ->
    case sets:is_element({F, A}, Own) of
        true -> {Module, F, A};
        false -> {maps:get({F, A}, Imported, erlang), F, A}
    end.

%% All functions but those that call what is not pure, until none is left to go.
settled(Calls, Known) ->
    Kept = maps:filter(fun(_, Callees) -> lists:all(fun(Callee) -> is_pure(Callee, Calls, Known) end, Callees) end, Calls),
    case map_size(Kept) =:= map_size(Calls) of
        true -> Kept;
        false -> settled(Kept, Known)
    end.

is_pure(impure, _, _) -> false;
is_pure({erlang, nif_error, _}, _, _) -> false;
is_pure({erlang, apply, 2}, _, _) -> true;
is_pure({erlang, F, A}, _, {Names, _}) ->
    sets:is_element(F, Names) orelse erl_internal:arith_op(F, A) orelse erl_internal:bool_op(F, A)
        orelse erl_internal:comp_op(F, A) orelse erl_internal:list_op(F, A);
is_pure({M, _, _} = Function, Calls, {_, Modules}) ->
    sets:is_element(M, Modules) orelse is_map_key(Function, Calls).

print({none, _, _}, _) -> ok;
print({Module, Exported, _}, Pure) ->
    Names = lists:usort([F || {F, _} <- Exported]),
    Is = fun(Name) -> lists:all(fun({F, A}) -> F =/= Name orelse is_map_key({Module, F, A}, Pure) end, Exported) end,
    case lists:partition(Is, Names) of
        {[], _} -> ok;
        {_, []} -> io:format("~ts~n", [Module]);
        {Some, _} -> io:format("~ts:~ts~n", [Module, [[" ", atom_to_list(Name)] || Name <- Some]])
    end.
