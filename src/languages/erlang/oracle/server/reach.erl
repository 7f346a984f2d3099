%% Which switches a call of a function may ask for: those of the function itself, and of all that it may call.
-module(bench_slicers_reach).
-export([reach/1]).

%% Switches beyond which nobody looks at them one by one.
-define(MAX_SWITCHES, 2000).

%% For each {Module, {Name, Arity}}, ranges of switches, or `all` when they are many or not known.
reach(Modules) ->
    Functions = maps:from_list([{{Module, Name}, {range(F), called(F, Module)}}
                                || {Module, _, _, Fs} <- Modules, {function, _, _, Name, _} = F <- Fs]),
    maps:map(fun(Name, _) -> from([Name], [], 0, [], Functions) end, Functions).

from([Name | Rest], Seen, Size, Ranges, Functions) ->
    case {lists:member(Name, Seen), Functions} of
        {true, _} -> from(Rest, Seen, Size, Ranges, Functions);
        {false, #{Name := {_, all}}} -> all;
        {false, #{Name := {{First, Last} = Range, Called}}} when Size + Last - First < ?MAX_SWITCHES ->
            from(Called ++ Rest, [Name | Seen], Size + Last - First + 1, [Range | Ranges], Functions);
        {false, #{Name := _}} -> all;
        _ -> from(Rest, Seen, Size, Ranges, Functions)
    end;
from([], _, _, Ranges, _) ->
    Ranges.

%% Switches are numbered in the order of the program.
range(Function) ->
    case [Switch || Switch <- switches(Function, []), Switch > 0] of
        [] -> {1, 0};
        Switches -> {lists:min(Switches), lists:max(Switches)}
    end.

switches({_, _, Switch, _, Children}, Found) -> lists:foldl(fun switches/2, [Switch | Found], Children).

%% Names of functions that are called or made values; `all` where a name is computed.
called(Function, Module) ->
    Names = names(Function, Module, []),
    case lists:member(computed, Names) of
        true -> all;
        false -> lists:usort(Names)
    end.

names({call, _, _, _, [{atom, _, _, apply, _}, _, _, _]}, _, _) -> [computed];
names({call, _, _, _, [{atom, _, _, Name, _} | Args]}, Module, Found) ->
    all_names(Args, Module, [{Module, {Name, length(Args)}} | Found]);
names({call, _, _, _, [{remote, _, _, {erlang, apply}, _}, _, _, _]}, _, _) -> [computed];
names({call, _, _, _, [{remote, _, _, {Other, Name}, []} | Args]}, Module, Found) ->
    all_names(Args, Module, [{Other, {Name, length(Args)}} | Found]);
names({remote, _, _, _, _}, _, _) -> [computed];
names({internal_fun, _, _, Name, _}, Module, Found) -> [{Module, Name} | Found];
names({external_fun, _, _, {Other, Name, Arity}, []}, _, Found) when Other =/= '_', Name =/= '_', is_integer(Arity) ->
    [{Other, {Name, Arity}} | Found];
names({external_fun, _, _, _, _}, _, _) -> [computed];
names({_, _, _, _, Children}, Module, Found) -> all_names(Children, Module, Found).

all_names(_, _, [computed]) -> [computed];
all_names(Nodes, Module, Found) ->
    lists:foldl(fun(_, [computed]) -> [computed];
                   (Node, Names) -> names(Node, Module, Names)
                end, Found, Nodes).
