%% The oracle's server: requests on standard input, answers on standard output, one program at a time.
%%
%% src/oracle/protocol.rs describes the bytes; programs, inputs and texts travel as terms. Runs happen in processes of
%% their own with a limit of memory; a run ends by fuel, which is counted, never by the clock.
-module(bench_slicers_server).
-export([start/0, expected/3, has_fun/1, isolated/3]).
-import(bench_slicers_switches, [asked/1, asked_by_killed/2, bits/2, modes/3]).

-include("closures.hrl").

%% Words of heap for a run.
-define(ALONE_WORDS, 16000000).
%% Fuel and values of an original.
-define(ORIGINAL_FUEL, 200000).
-define(MAX_VALUES, 20000).

%% Judges that were killed, after which none remembers anything any more.
-define(MAX_KILLED, 3).

%% `inputs` are {Arguments, Expected values, Fuel}; `known` has for each of them what the original asked for up to the last value of the
%% criterion, as bits, and the fuel until then; `judge` is none until there is something to judge.
-record(s, {port, program, entry, rule, is_measured = false, n_switches = 0, trace, fuel, main, inputs = [], known = [],
            judge = none, n_killed = 0, cells, compiled = []}).

start() ->
    process_flag(trap_exit, true),
    Port = open_port({fd, 0, 1}, [binary, {packet, 4}, eof]),
    port_command(Port, bench_slicers_protocol:hello()),
    loop(#s{port = Port, cells = bench_slicers_compiled:cells()}).

loop(S = #s{port = Port}) ->
    receive
        {Port, {data, <<Operation, Frame/binary>>}} ->
            {Answer, Next} = try
                    {Content, Changed} = operation(Operation, Frame, S),
                    {bench_slicers_protocol:done(Content), Changed}
                catch
                    throw:{refused, Node, What} -> {bench_slicers_protocol:refused(Node, What), S};
                    Class:Reason:Stack ->
                        {bench_slicers_protocol:failed(io_lib:format("~0p", [{Class, Reason, Stack}])), S}
                end,
            port_command(Port, Answer),
            loop(Next);
        {Port, eof} -> halt(0);
        {'EXIT', Port, _} -> halt(0);
        _ -> loop(S)
    end.

operation(1, Frame, S) -> load(binary_to_term(Frame), S);
operation(2, Frame, S) -> inputs(binary_to_term(Frame), S);
operation(3, Frame, S) -> judge(Frame, S);
operation(4, Frame, S) -> {bench_slicers_compiled:confirm(binary_to_term(Frame), inputs_of(S)), S};
operation(5, Frame, S) -> {bench_slicers_other:trial(binary_to_term(Frame), inputs_of(S)), S};
operation(7, Frame, S) -> probe(binary_to_term(Frame), S);
operation(8, Frame, S) -> glance(binary_to_term(Frame), S);
operation(9, Frame, S) -> {bench_slicers_sequences:sequences(binary_to_term(Frame), S#s.entry, S#s.fuel, S#s.cells), S};
operation(11, _, S) -> {[], S#s{inputs = [], known = [], judge = stopped(S), n_killed = 0}}.

inputs_of(#s{inputs = Inputs, fuel = Fuel, entry = Entry}) -> {Entry, Fuel, Inputs}.

%% The program, with literals and record definitions still as text.
load(Program0, S) ->
    #{n_switches := N, entry := Entry, rule := Rule} = Program0,
    Program = bench_slicers_program:prepare(Program0),
    Fuel = atomics:new(2, [{signed, true}]),
    Trace = counters:new(max(N, 1), [write_concurrency]),
    {Plain, Names} = bench_slicers_closures:build(Program, #{trace => none, fuel => Fuel}),
    {Traced, Names} = bench_slicers_closures:build(Program, #{trace => Trace, fuel => Fuel, is_remembered => true}),
    persistent_term:put(?PLAIN, no_modes(Plain, N)),
    persistent_term:put(?TRACED, no_modes(Traced, N)),
    {[],
     S#s{program = Program, rule = Rule, is_measured = false, n_switches = N, trace = Trace, fuel = Fuel, entry = Entry,
         main = maps:get(Entry, Names), inputs = [], known = [], judge = stopped(S), n_killed = 0, compiled = []}}.

no_modes(Functions, N) ->
    Chunk = erlang:make_tuple(?CHUNK, 0),
    list_to_tuple([Functions | [Chunk || _ <- lists:seq(0, N, ?CHUNK)]]).

%% Inputs that are not kept. Closures that measure distances are built for the first that asks for some.
probe(#{branches := []} = Request, S) ->
    {bench_slicers_probe:probe(Request, probed(?TRACED, ?PLAIN, Request, S)), S};
probe(Request, #s{is_measured = false, n_switches = N} = S) ->
    Options = #{trace => S#s.trace, fuel => S#s.fuel, is_measured => true},
    {Measured, _} = bench_slicers_closures:build(S#s.program, Options),
    persistent_term:put(?MEASURED, no_modes(Measured, N)),
    probe(Request, S#s{is_measured = true});
probe(Request, S) ->
    {bench_slicers_probe:probe(Request, probed(?MEASURED, ?MEASURED, Request, S)), S}.

%% The same in compiled code, without what was asked for.
glance(Request, S = #s{compiled = Known}) ->
    Job = #{entry => S#s.entry, fuel => S#s.fuel, cells => S#s.cells, rule => S#s.rule},
    {Answer, Compiled} = bench_slicers_glance:glance(Request, Job, Known),
    {Answer, S#s{compiled = Compiled}}.

probed(Original, Candidate, #{deletions := Deletions}, S = #s{trace = Trace, n_switches = N}) ->
    #{entry => S#s.main, fuel => S#s.fuel, trace => Trace, rule => S#s.rule,
      forget => fun() -> asked_by_killed(Trace, N) end,
      original => persistent_term:get(Original),
      candidate => modes(persistent_term:get(Candidate), <<>>, << <<Switch:16, Mode>> || {Switch, Mode} <- Deletions >>)}.

%% What the original does on each input, twice; kept as {Arguments, Expected values, Fuel}.
inputs({Patience, Texts}, S = #s{inputs = Inputs, known = Known}) ->
    Results = [input(Text, Patience, S) || Text <- Texts],
    {[Answer || {Answer, _, _} <- Results],
     S#s{inputs = Inputs ++ [Input || {_, Input, _} <- Results], known = Known ++ [Run || {_, _, Run} <- Results],
         judge = stopped(S), n_killed = 0}}.

%% Ten times that of the original and 1000; with patience more, up to a limit.
fuel(Ticks, Patience) ->
    Fuel = 10 * Ticks + 1000,
    max(Fuel, min(Fuel * Patience, 5000000)).

stopped(#s{judge = none}) -> none;
stopped(#s{judge = Judge}) ->
    bench_slicers_judge:stop(Judge),
    none.

judge(Frame, S = #s{judge = none, n_killed = NKilled}) ->
    judge(Frame, S#s{judge = bench_slicers_judge:start(judged(S), NKilled < ?MAX_KILLED)});
judge(Frame, S = #s{judge = Judge, n_killed = NKilled}) ->
    case bench_slicers_judge:frame(Judge, Frame) of
        killed -> {bench_slicers_judge:alone(Frame, judged(S)), S#s{judge = none, n_killed = NKilled + 1}};
        Answer -> {Answer, S}
    end.

judged(#s{main = Main, fuel = Fuel, trace = Trace, n_switches = N, inputs = Inputs, known = Known}) ->
    #{main => Main, fuel => Fuel, trace => Trace, n_switches => N, inputs => lists:zipwith(fun(Input, {Asked, Ticks}) -> {Input, Asked, Ticks} end, Inputs, Known)}.

input(Texts, Patience, S) ->
    case bench_slicers_program:arguments(Texts) of
        {ok, Args} ->
            First = original(Args, S),
            {End, Values, Ticks, Bits, Until} = First,
            Second = original(Args, S),
            First =:= Second orelse throw({refused, -1, <<"nondeterministic">>}),
            has_fun(Values) andalso throw({refused, -2, <<"funs as values">>}),
            Hash = erlang:phash2(Values, 1 bsl 32),
            Answer = bench_slicers_protocol:observation(End, length(Values), Hash, Ticks, Bits),
            Expected = expected(Values, End, S#s.rule),
            %% What must end runs beyond the last value.
            Known = case behind(End, S#s.rule) of
                [] -> Until;
                _ -> {Bits, Ticks}
            end,
            {Answer, {Args, Expected, fuel(Ticks, Patience)}, Known};
        error ->
            throw({refused, -3, iolist_to_binary(lists:join(<<", ">>, Texts))})
    end.

%% What a candidate must show after a run of the original.
expected(Values, End, Rule) -> [{Value, exact(Value)} || Value <- Values] ++ behind(End, Rule).

%% What is expected after the values: nothing more matters, whatever comes and then an end, an end. Where the original does not
%% end there is nothing to ask for.
behind(returned, prefix_and_end) -> [any];
behind(returned, strict) -> [returned];
behind(_, _) -> [].

has_fun(Value) when is_function(Value); is_pid(Value); is_reference(Value); is_port(Value) -> true;
has_fun([Head | Tail]) -> has_fun(Head) orelse has_fun(Tail);
has_fun(Value) when is_tuple(Value) -> has_fun(tuple_to_list(Value));
has_fun(Value) when is_map(Value) -> has_fun(maps:to_list(Value));
has_fun(_) -> false.

%% The two zeros compare equal; a value that holds one is compared by its representation, too.
exact(Value) ->
    case has_zero(Value) of
        true -> term_to_binary(Value);
        false -> none
    end.

has_zero(Value) when is_float(Value) -> Value == 0;
has_zero([Head | Tail]) -> has_zero(Head) orelse has_zero(Tail);
has_zero(Value) when is_tuple(Value) -> has_zero(tuple_to_list(Value));
has_zero(Value) when is_map(Value) -> has_zero(maps:to_list(Value));
has_zero(_) -> false.

original(Args, #s{main = Main, fuel = Fuel, trace = Trace, n_switches = N}) ->
    isolated(?ALONE_WORDS, fun() ->
        Modes = persistent_term:get(?TRACED),
        Run = element(Main, element(1, Modes)),
        bench_slicers_replay:begin_plain(),
        put(until_value, {[], ?ORIGINAL_FUEL}),
        put(fuel, Fuel),
        atomics:put(Fuel, 1, ?ORIGINAL_FUEL),
        put(expected, {record, [], ?MAX_VALUES}),
        bench_slicers_virtual:start(Args),
        End = try Run(Args, Modes), returned
        catch
            throw:{?STOP, full} -> out_of_fuel;
            throw:{?STOP, fuel} -> out_of_fuel;
            throw:{?STOP, forbidden} -> forbidden;
            Class:Reason -> {crashed, iolist_to_binary(io_lib:format("~p: ~0P", [Class, Reason, 12]))}
        end,
        Asked = asked(Trace),
        End =:= forbidden andalso throw({refused, -1, <<"a call that it computes">>}),
        {record, Values, _} = get(expected),
        Ticks = min(?ORIGINAL_FUEL - atomics:get(Fuel, 1), ?ORIGINAL_FUEL),
        {End, lists:reverse(Values), Ticks, bits(Asked, N), until_value(N)}
    end, fun() ->
        Asked = bits(asked_by_killed(Trace, N), N),
        {out_of_fuel, [], ?ORIGINAL_FUEL, Asked, {Asked, ?ORIGINAL_FUEL}}
    end).

until_value(N) ->
    {Asked, Left} = get(until_value),
    {bits(Asked, N), ?ORIGINAL_FUEL - Left}.

%% Runs in a process with this many words of heap; what else kills it is handled by the last argument.
isolated(Words, Run, Killed) ->
    Self = self(),
    {Pid, Monitor} = spawn_opt(fun() -> exit({done, Self, try Run() catch throw:T -> {thrown, T} end}) end,
                               [monitor, {max_heap_size, #{size => Words, kill => true, error_logger => false}},
                                {min_heap_size, 20000}]),
    receive
        {'DOWN', Monitor, process, Pid, {done, Self, {thrown, Thrown}}} -> throw(Thrown);
        {'DOWN', Monitor, process, Pid, {done, Self, Result}} -> Result;
        {'DOWN', Monitor, process, Pid, _} -> Killed()
    end.

