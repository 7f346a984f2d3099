%% A node is {Kind, Id, Switch, Label, Children}, the kinds those of the syntax tree. Every node that can be
%% deleted has a switch above 0, and a mode in every candidate: 0 it is there, 1 it is deleted, 2 its rest takes its
%% place (list elements). What is left in the place of a deleted node follows from
%% where it stands: `undef` for an expression, `_` for a pattern, nothing for an item of a list.
%%
%% An expression becomes {pure, fun(Env, Modes) -> Value} or, when it can bind variables,
%% {binds, fun(Env, Modes) -> [Value | Env]}; a pattern fun(Value, Env, Modes) -> Env | false.
%% Env holds the variables of one function clause; Modes holds the functions in its first element, then the modes in
%% tuples of ?CHUNK each: all candidates share those without a deletion, so that making one does not take longer for
%% a larger program.

-define(UNBOUND, '$unbound').
-define(STOP, '$bench_slicers_stop').
-define(CHUNK, 64).
-define(CHUNK_OF(Switch), ((Switch) bsr 6 + 2)).
-define(PLACE_IN_CHUNK(Switch), ((Switch) band 63 + 1)).
-define(MODE(Switch, Modes), element(?PLACE_IN_CHUNK(Switch), element(?CHUNK_OF(Switch), Modes))).

%% Modes without deletions, with the functions: where no process that is started has to copy them.
-define(PLAIN, bench_slicers_plain).
-define(TRACED, bench_slicers_traced).
-define(MEASURED, bench_slicers_measured).

%% The switch is asked for. What a run asked for is a list, so that the cells it set can be cleared, and no others.
-define(NOTE(Trace, Switch),
        case counters:get(Trace, Switch) of
            0 -> bench_slicers_replay:note(Trace, Switch);
            _ -> ok
        end).

%% What closures are made with.
-record(c, {module, functions, exports, records, criteria, trace, fuel, is_measured = false, is_remembered = false, has_funs = false,
            variables = #{}}).
