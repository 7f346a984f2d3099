%% What the modules that make closures share: switches, the two kinds of expressions, refusals.
-module(bench_slicers_scheme).
-export([asked/2, check_arity/2, constant/1, refuse/2, ticking/2, to_binds/1, to_pure/1]).
-import(bench_slicers_runtime, [tick/1]).

-include("closures.hrl").

refuse(Node, What) -> throw({refused, element(2, Node), What}).

%% A call costs fuel once its clause is chosen.
ticking(Run, #c{fuel = Fuel}) ->
    fun(Env, Modes) -> tick(Fuel), Run(Env, Modes) end.

%% The mode of a switch, noted as consulted.
asked(0, _) -> fun(_) -> 0 end;
asked(Switch, #c{trace = none}) -> fun(Modes) -> ?MODE(Switch, Modes) end;
asked(Switch, #c{trace = Trace}) -> fun(Modes) -> ?NOTE(Trace, Switch), ?MODE(Switch, Modes) end.

to_pure({pure, Run}) -> Run;
to_pure({binds, Run}) -> fun(Env, Modes) -> [Value | _] = Run(Env, Modes), Value end.

to_binds({binds, Run}) -> Run;
to_binds({pure, Run}) -> fun(Env, Modes) -> [Run(Env, Modes) | Env] end.

constant(Value) -> fun(_, _) -> Value end.

%% Funs of each arity are written out in `make_fun`.
check_arity(Node, Arity) -> Arity > 8 andalso refuse(Node, <<"a fun with more than 8 parameters">>).
