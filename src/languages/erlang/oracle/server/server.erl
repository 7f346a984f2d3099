%% The oracle's server: requests on standard input, answers on standard output, one program at a time.
%%
%% src/oracle/protocol.rs describes the bytes; programs, inputs and texts travel as terms. Runs happen in processes of
%% their own with a limit of memory; a run ends by fuel, which is counted, never by the clock.
-module(bench_slicers_server).
-export([start/0, expected/3, has_fun/1, isolated/3]).

-define(STOP, '$bench_slicers_stop').
%% Words of heap for a frame of candidates, and for a run that exceeded it and is tried alone.
-define(SHARED_WORDS, 8000000).
-define(ALONE_WORDS, 16000000).
%% Fuel and values of an original.
-define(ORIGINAL_FUEL, 200000).
-define(MAX_VALUES, 20000).

-record(s, {port, program, plain, traced, measured, names, n_switches = 0, trace, fuel, entry, rule, inputs = []}).

start() ->
    process_flag(trap_exit, true),
    Port = open_port({fd, 0, 1}, [binary, {packet, 4}, eof]),
    port_command(Port, bench_slicers_protocol:hello()),
    loop(#s{port = Port}).

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
operation(7, Frame, S) -> probe(binary_to_term(Frame), S).

inputs_of(#s{inputs = Inputs, fuel = Fuel, entry = Entry}) -> {Entry, Fuel, Inputs}.

%% The program, with literals and record definitions still as text.
load(Program0, S) ->
    #{n_switches := N, entry := Entry, rule := Rule} = Program0,
    Program = bench_slicers_program:prepare(Program0),
    Fuel = atomics:new(2, [{signed, true}]),
    Trace = atomics:new(max(N, 1), []),
    {Plain, Names} = bench_slicers_closures:build(Program, #{trace => none, fuel => Fuel}),
    {Traced, Names} = bench_slicers_closures:build(Program, #{trace => Trace, fuel => Fuel}),
    {[],
     S#s{program = Program, plain = Plain, traced = Traced, measured = none, names = Names, n_switches = N, trace = Trace,
         fuel = Fuel, entry = Entry, rule = Rule, inputs = []}}.

%% Inputs that are not kept. Closures that measure distances are built for the first that asks for some.
probe(#{branches := []} = Request, S) ->
    {bench_slicers_probe:probe(Request, probed(S#s.traced, Request, S)), S};
probe(Request, #s{measured = none} = S) ->
    Options = #{trace => S#s.trace, fuel => S#s.fuel, is_measured => true},
    {Measured, _} = bench_slicers_closures:build(S#s.program, Options),
    probe(Request, S#s{measured = Measured});
probe(Request, S) ->
    {bench_slicers_probe:probe(Request, probed(S#s.measured, Request, S)), S}.

probed(Original, #{deletions := Deletions}, #s{plain = Plain, n_switches = N} = S) ->
    #{entry => maps:get(S#s.entry, S#s.names), fuel => S#s.fuel, trace => S#s.trace, rule => S#s.rule,
      original => {Original, modes(Original, [], N)}, candidate => {Plain, modes(Plain, Deletions, N)}}.

%% What the original does on each input, twice; kept as {Arguments, Expected values, Fuel}.
inputs(Texts, S) ->
    Results = [input(Text, S) || Text <- Texts],
    Kept = [Input || {_, Input} <- Results],
    {[Answer || {Answer, _} <- Results], S#s{inputs = S#s.inputs ++ Kept}}.

input(Texts, S) ->
    case bench_slicers_program:arguments(Texts) of
        {ok, Args} ->
            First = original(Args, S),
            {End, Values, Ticks, Bits} = First,
            Second = original(Args, S),
            First =:= Second orelse throw({refused, -1, <<"nondeterministic">>}),
            has_fun(Values) andalso throw({refused, -2, <<"funs as values">>}),
            Hash = erlang:phash2(Values, 1 bsl 32),
            Answer = bench_slicers_protocol:observation(End, length(Values), Hash, Ticks, Bits),
            {Answer, {Args, expected(Values, End, S#s.rule), 10 * Ticks + 1000}};
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

original(Args, S = #s{traced = Functions, fuel = Fuel, trace = Trace, n_switches = N}) ->
    Run = element(maps:get(S#s.entry, S#s.names), Functions),
    Modes = modes(Functions, [], N),
    isolated(?ALONE_WORDS, fun() ->
        clear(Trace, N),
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
        End =:= forbidden andalso throw({refused, -1, <<"a call that it computes">>}),
        {record, Values, _} = get(expected),
        {End, lists:reverse(Values), min(?ORIGINAL_FUEL - atomics:get(Fuel, 1), ?ORIGINAL_FUEL), consulted(Trace, N)}
    end, fun() -> {out_of_fuel, [], ?ORIGINAL_FUEL, consulted(Trace, N)} end).

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

clear(_, 0) -> ok;
clear(Trace, N) -> atomics:put(Trace, N, 0), clear(Trace, N - 1).

consulted(Trace, N) ->
    Bits = << <<(atomics:get(Trace, Switch)):1>> || Switch <- lists:seq(1, N) >>,
    Padding = -N band 7,
    <<Bits/bitstring, 0:Padding>>.

%% The modes of all switches, after the functions.
modes(Functions, Deletions, N) ->
    list_to_tuple([Functions | mode_list(1, Deletions, N)]).

mode_list(Switch, _, N) when Switch > N -> [];
mode_list(Switch, [{Switch, Mode} | Rest], N) -> [Mode | mode_list(Switch + 1, Rest, N)];
mode_list(Switch, Deletions, N) -> [0 | mode_list(Switch + 1, Deletions, N)].

judge(<<Flags, _:16, Frame/binary>>, S) ->
    Traced = Flags band 1 =:= 1,
    Candidates = candidates(Frame, []),
    Answer = case frame(Candidates, Traced, ?SHARED_WORDS, S) of
        killed -> [alone(Candidate, Traced, S) || Candidate <- Candidates];
        Judged -> Judged
    end,
    {Answer, S}.

candidates(<<N:16, Rest/binary>>, Found) ->
    Size = 3 * N,
    <<Deletions:Size/binary, More/binary>> = Rest,
    candidates(More, [[{Switch, Mode} || <<Switch:16, Mode>> <= Deletions] | Found]);
candidates(<<>>, Found) ->
    lists:reverse(Found).

frame(Candidates, Traced, Words, S) ->
    isolated(Words, fun() -> [candidate(Candidate, Traced, S) || Candidate <- Candidates] end, fun() -> killed end).

%% The second cell of the fuel holds the input being run, for when the run is killed.
alone(Candidate, Traced, S = #s{fuel = Fuel, trace = Trace, n_switches = N}) ->
    case frame([Candidate], Traced, ?ALONE_WORDS, S) of
        [Answer] -> Answer;
        killed -> answer(2, atomics:get(Fuel, 2), 0, 0, Traced, Trace, N)
    end.

candidate(Deletions, Traced, S = #s{fuel = Fuel, trace = Trace, n_switches = N}) ->
    Functions = case Traced of
        true -> S#s.traced;
        false -> S#s.plain
    end,
    Modes = modes(Functions, Deletions, N),
    Run = element(maps:get(S#s.entry, S#s.names), Functions),
    {Verdict, Input, Position, Ticks} = run_inputs(S#s.inputs, 0, 0, Run, Modes, Fuel, Traced, Trace, N),
    answer(Verdict, Input, Position, Ticks, Traced, Trace, N).

answer(Verdict, Input, Position, Ticks, true, Trace, N) ->
    [bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks), consulted(Trace, N)];
answer(Verdict, Input, Position, Ticks, false, _, _) ->
    bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks).

%% Input by input until one fails; what that one consulted, or all together, is left in the trace.
run_inputs([{_, [], _} | Rest], Input, Ticks, Run, Modes, Fuel, Traced, Trace, N) ->
    run_inputs(Rest, Input + 1, Ticks, Run, Modes, Fuel, Traced, Trace, N);
run_inputs([{Args, Expected, Limit} | Rest], Input, Ticks, Run, Modes, Fuel, Traced, Trace, N) ->
    atomics:put(Fuel, 1, Limit),
    atomics:put(Fuel, 2, Input),
    put(expected, Expected),
    bench_slicers_virtual:start(Args),
    Traced andalso clear(Trace, N),
    Verdict = try Run(Args, Modes), bench_slicers_runtime:ended(returned)
    catch
        throw:{?STOP, same} -> 0;
        throw:{?STOP, fuel} -> 2;
        throw:{?STOP, _} -> 1;
        _:_ -> bench_slicers_runtime:ended(failed)
    end,
    Spent = Ticks + Limit - max(atomics:get(Fuel, 1), 0),
    case Verdict of
        0 -> run_inputs(Rest, Input + 1, Spent, Run, Modes, Fuel, Traced, Trace, N);
        _ -> {Verdict, Input, length(Expected) - length(get(expected)), Spent}
    end;
run_inputs([], _, Ticks, _, _, _, _, _, _) ->
    {0, 0, 0, Ticks}.
