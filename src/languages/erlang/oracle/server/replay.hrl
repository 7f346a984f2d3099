%% Records of bench_slicers_replay and of what uses it.

%% What a call needs to know of its function: its index, the switches that it may ask for as ranges or `all`, where fuel is, and whether the
%% program has funs, which remember the candidate that made them.
-record(function, {index, reach, fuel, has_funs}).

%% A call of a function of the program. Index of the function, arguments; switches asked for before it began and when it had ended, or
%% `never`; {value, Value}, or `opaque` when it cannot be given again; fuel and expected values that were left before and after;
%% the calls inside, in order.
-record(call, {index, args, began, ended, value, fuel, expected, inside}).

%% What a run on one input was: the candidate's deletions, whether it passes, its fuel; when it asked first for each switch, as a
%% tuple with `never` (or, where that is not known, bits of those that were asked for); how many were asked for, and which, in order, two bytes
%% each; its calls in order; and, as {Frame, Number}, where an answer told it.
-record(run, {deletions, passes, ticks, first, n = 0, order = <<>>, calls = [], told = none}).
