%% A node is {Kind, Id, Switch, Label, Children}, the kinds those of the syntax tree. Every node that can be
%% deleted has a switch above 0; a candidate is a tuple of modes, one for each switch: 0 it is there, 1 it is
%% deleted, 2 its rest takes its place (list elements). What is left in the place of a deleted node follows from
%% where it stands: `undef` for an expression, `_` for a pattern, nothing for an item of a list.
%%
%% An expression becomes {pure, fun(Env, Modes) -> Value} or, when it can bind variables,
%% {binds, fun(Env, Modes) -> [Value | Env]}; a pattern fun(Value, Env, Modes) -> Env | false.
%% Env holds the variables of one function clause; Modes holds the functions in its first element.

-define(UNBOUND, '$unbound').
-define(STOP, '$bench_slicers_stop').
-define(MODE(Switch, Modes), element(Switch + 1, Modes)).

%% What closures are made with.
-record(c, {module, functions, exports, records, criteria, trace, fuel, is_measured = false, variables = #{}}).
