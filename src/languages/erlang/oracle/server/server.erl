%% The oracle's server: requests on standard input, answers on standard output, one program at a time.
%%
%% src/oracle/protocol.rs describes the bytes; programs, inputs and texts travel as terms. Runs happen in processes of
%% their own with a limit of memory; a run ends by fuel, which is counted, never by the clock.
-module(bench_slicers_server).
-export([start/0, asked/1, expected/3, has_fun/1, isolated/3]).

-include("closures.hrl").

%% Words of heap for a frame of candidates, and for a run that exceeded it and is tried alone.
-define(SHARED_WORDS, 8000000).
-define(ALONE_WORDS, 16000000).
%% Fuel and values of an original.
-define(ORIGINAL_FUEL, 200000).
-define(MAX_VALUES, 20000).

%% `inputs` are {Arguments, Expected values, Fuel}, and `queue` has them with what runs on them asked for. What `base` deletes
%% passes on all of them.
-record(s, {port, program, entry, rule, is_measured = false, n_switches = 0, trace, fuel, main, inputs = [], queue = [], base = [], cells, compiled = []}).

%% An input in the queue: its index; what the original asked for up to the last value of the criterion, as bits, and the
%% fuel until then; the same of the base; and the input.
-record(q, {idx, original, known, input}).

%% Modes without deletions, with the functions: where no process that is started has to copy them.
-define(PLAIN, bench_slicers_plain).
-define(TRACED, bench_slicers_traced).
-define(MEASURED, bench_slicers_measured).

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
operation(8, Frame, S) -> glance(binary_to_term(Frame), S).

inputs_of(#s{inputs = Inputs, fuel = Fuel, entry = Entry}) -> {Entry, Fuel, Inputs}.

%% The program, with literals and record definitions still as text.
load(Program0, S) ->
    #{n_switches := N, entry := Entry, rule := Rule} = Program0,
    Program = bench_slicers_program:prepare(Program0),
    Fuel = atomics:new(2, [{signed, true}]),
    Trace = atomics:new(max(N, 1), []),
    {Plain, Names} = bench_slicers_closures:build(Program, #{trace => none, fuel => Fuel}),
    {Traced, Names} = bench_slicers_closures:build(Program, #{trace => Trace, fuel => Fuel}),
    persistent_term:put(?PLAIN, no_modes(Plain, N)),
    persistent_term:put(?TRACED, no_modes(Traced, N)),
    {[],
     S#s{program = Program, rule = Rule, is_measured = false, n_switches = N, trace = Trace, fuel = Fuel, entry = Entry,
         main = maps:get(Entry, Names), inputs = [], queue = [], base = [], compiled = []}}.

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
      original => persistent_term:get(Original), candidate => modes(persistent_term:get(Candidate), Deletions)}.

%% What the original does on each input, twice; kept as {Arguments, Expected values, Fuel}.
inputs(Texts, S = #s{inputs = Known, queue = Queue}) ->
    Results = [input(Text, S) || Text <- Texts],
    Inputs = [Input || {_, Input, _} <- Results],
    More = [#q{idx = Idx, original = Run, known = Run, input = Input}
            || {Idx, {_, Input, Run}} <- lists:zip(lists:seq(length(Known), length(Known) + length(Results) - 1), Results)],
    %% Nobody knows whether the base passes on the new ones.
    Earlier = [Q#q{known = Q#q.original} || Q <- Queue],
    {[Answer || {Answer, _, _} <- Results],
     S#s{inputs = Known ++ Inputs, queue = Earlier ++ More, base = []}}.

input(Texts, S) ->
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
            {Answer, {Args, Expected, 10 * Ticks + 1000}, Known};
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
        put(consulted, []),
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

%% The switches that the run which ended asked for, in any order; nothing is noted any more.
asked(Trace) ->
    Asked = get(consulted),
    lists:foreach(fun(Switch) -> atomics:put(Trace, Switch, 0) end, Asked),
    put(consulted, []),
    Asked.

%% The same in the shorter of the forms that are sent: a list of switches, or bits.
set(Trace, N) ->
    case length(get(consulted)) of
        Length when 16 * Length < N ->
            [<<1, Length:16>> | << <<Switch:16>> || Switch <- asked(Trace) >>];
        _ ->
            Padding = -N band 7,
            Bits = << <<(atomics:get(Trace, Switch)):1>> || Switch <- lists:seq(1, N) >>,
            asked(Trace),
            [0, <<Bits/bitstring, 0:Padding>>]
    end.

%% The same of a run whose process is gone, and its list with it.
asked_by_killed(Trace, N) ->
    Asked = [Switch || Switch <- lists:seq(1, N), atomics:get(Trace, Switch) =:= 1],
    lists:foreach(fun(Switch) -> atomics:put(Trace, Switch, 0) end, Asked),
    Asked.

bits(Switches, N) -> bits(lists:sort(Switches), 1, N, <<>>).

bits([Switch | Rest], Next, N, Bits) ->
    Gap = Switch - Next,
    bits(Rest, Switch + 1, N, <<Bits/bitstring, 0:Gap, 1:1>>);
bits([], Next, N, Bits) ->
    Gap = (N + 7) band -8 - Next + 1,
    <<Bits/bitstring, 0:Gap>>.

union(A, B) ->
    Size = bit_size(A),
    <<NumberA:Size>> = A,
    <<NumberB:Size>> = B,
    <<(NumberA bor NumberB):Size>>.

%% The modes of all switches, after the functions.
modes(Modes, []) ->
    Modes;
modes(Modes, [{Switch, Mode} | Rest]) ->
    Chunk = element(?CHUNK_OF(Switch), Modes),
    modes(setelement(?CHUNK_OF(Switch), Modes, setelement(?PLACE_IN_CHUNK(Switch), Chunk, Mode)), Rest).

judge(<<Flags, _:16, Frame/binary>>, S) ->
    Traced = Flags band 1 =:= 1,
    Candidates = candidates(Frame, []),
    case frame(Candidates, Traced, ?SHARED_WORDS, S) of
        killed -> {[alone(Candidate, Traced, S) || Candidate <- Candidates], S};
        Judged -> Judged
    end.

candidates(<<N:16, Rest/binary>>, Found) ->
    Size = 3 * N,
    <<Deletions:Size/binary, More/binary>> = Rest,
    candidates(More, [[{Switch, Mode} || <<Switch:16, Mode>> <= Deletions] | Found]);
candidates(<<>>, Found) ->
    lists:reverse(Found).

%% With a trace, the state remembers what the last candidate that passed asked for.
frame(Candidates, Traced, Words, S = #s{trace = Trace, n_switches = N}) ->
    Judge = fun() ->
        {Answers, Next} =
            lists:mapfoldl(fun(Candidate, At) -> candidate(Candidate, Traced, At) end, S, Candidates),
        %% Nothing that did not change is sent.
        {Answers, if Next#s.base =:= S#s.base -> unchanged; true -> {Next#s.queue, Next#s.base} end}
    end,
    case isolated(Words, Judge, fun() -> asked_by_killed(Trace, N), killed end) of
        {Answers, unchanged} -> {Answers, S};
        {Answers, {Next, Base}} -> {Answers, S#s{queue = Next, base = Base}};
        killed -> killed
    end.

%% The second cell of the fuel holds the input being run, for when the run is killed.
alone(Candidate, Traced, S = #s{fuel = Fuel, trace = Trace, n_switches = N}) ->
    Run = fun() -> [element(1, candidate(Candidate, Traced, S))] end,
    Killed = fun() ->
        answer(2, atomics:get(Fuel, 2), 0, 0, Traced, [0, bits(asked_by_killed(Trace, N), N)])
    end,
    isolated(?ALONE_WORDS, Run, Killed).

candidate(Deletions, Traced, S = #s{main = Main, queue = Queue, base = Base}) ->
    Blank = persistent_term:get(if Traced -> ?TRACED; true -> ?PLAIN end),
    Modes = modes(Blank, Deletions),
    Run = element(Main, element(1, Modes)),
    Changed = changed(Deletions, Base),
    put(consulted, []),
    case run_inputs(Queue, Changed, [], 0, {Run, Modes, Traced, S}) of
        {passes, Ticks, After} when Traced ->
            Known = [as_bits(Q, S) || Q <- lists:reverse(After)],
            All = lists:foldl(fun(#q{known = {Bits, _}}, Union) -> union(Bits, Union) end, <<0:(bit_size_of(S))>>,
                              [Q || Q = #q{input = {_, [_ | _], _}} <- Known]),
            {answer(0, 0, 0, Ticks, true, [0, All]), S#s{queue = Known, base = Deletions}};
        {passes, Ticks, _} ->
            {answer(0, 0, 0, Ticks, false, none), S};
        {Verdict, Idx, Position, Ticks, Asked} ->
            {answer(Verdict, Idx, Position, Ticks, Traced, Asked), S}
    end.

%% Only what passes on all inputs is worth the bits.
as_bits(Q = #q{known = {Asked, Ticks}}, #s{n_switches = N}) when is_list(Asked) -> Q#q{known = {bits(Asked, N), Ticks}};
as_bits(Q, _) -> Q.

bit_size_of(#s{n_switches = N}) -> (N + 7) band -8.

%% Switches on which two sets of deletions, ascending, differ.
changed([Same | A], [Same | B]) -> changed(A, B);
changed([{Switch, _} | A], [{Switch, _} | B]) -> [Switch | changed(A, B)];
changed([{Switch, _} | A], B = [{Other, _} | _]) when Switch < Other -> [Switch | changed(A, B)];
changed(A, [{Other, _} | B]) -> [Other | changed(A, B)];
changed(A, []) -> [Switch || {Switch, _} <- A].

%% A run that asks for nothing that is changed is the same run.
is_same_run([Switch | Rest], Asked) ->
    Before = Switch - 1,
    case Asked of
        <<_:Before, 1:1, _/bitstring>> -> false;
        _ -> is_same_run(Rest, Asked)
    end;
is_same_run([], _) ->
    true.

answer(Verdict, Input, Position, Ticks, true, Asked) ->
    [bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks), Asked];
answer(Verdict, Input, Position, Ticks, false, _) ->
    bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks).

%% Input by input until one fails: that one, with what it asked for. When all pass, the queue in reverse, with what each
%% asked for.
run_inputs([Q = #q{input = {_, [], _}} | Rest], Changed, Before, Ticks, How) ->
    run_inputs(Rest, Changed, [Q | Before], Ticks, How);
run_inputs([Q = #q{idx = Idx, known = {Asked, Used}, input = {Args, Expected, Limit}} | Rest], Changed, Before, Ticks, How) ->
    case is_same_run(Changed, Asked) of
        true -> run_inputs(Rest, Changed, [Q | Before], Ticks + Used, How);
        false ->
            {Run, Modes, Traced, #s{fuel = Fuel, trace = Trace, n_switches = N}} = How,
            atomics:put(Fuel, 1, Limit),
            atomics:put(Fuel, 2, Idx),
            put(expected, Expected),
            bench_slicers_virtual:start(Args),
            Verdict = try Run(Args, Modes), bench_slicers_runtime:ended(returned)
            catch
                throw:{?STOP, same} -> 0;
                throw:{?STOP, fuel} -> 2;
                throw:{?STOP, _} -> 1;
                _:_ -> bench_slicers_runtime:ended(failed)
            end,
            Own = Limit - max(atomics:get(Fuel, 1), 0),
            Spent = Ticks + Own,
            case {Verdict, Traced} of
                {0, true} -> run_inputs(Rest, Changed, [Q#q{known = {asked(Trace), Own}} | Before], Spent, How);
                {0, false} -> run_inputs(Rest, Changed, Before, Spent, How);
                {_, true} -> {Verdict, Idx, length(Expected) - length(get(expected)), Spent, set(Trace, N)};
                {_, false} -> {Verdict, Idx, length(Expected) - length(get(expected)), Spent, none}
            end
    end;
run_inputs([], _, Before, Ticks, _) ->
    {passes, Ticks, Before}.
