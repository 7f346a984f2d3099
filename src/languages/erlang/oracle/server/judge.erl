%% Verdicts on candidates, by a process that remembers what the runs of the last slice did.
%%
%% It judges frame after frame, with a limit of memory. A frame that exceeded it is judged again, each candidate in a process of
%% its own, which remembers nothing.
-module(bench_slicers_judge).
-export([alone/2, frame/2, start/2, stop/1]).
-import(bench_slicers_switches, [asked/1, asked_by_killed/2, bits/2, changed/2, modes/3]).

-include("closures.hrl").
-include("replay.hrl").

%% Words of heap for frames of candidates, for what is remembered between them, and for a run that is tried alone.
-define(SHARED_WORDS, 8000000).
-define(REMEMBERED_WORDS, 3000000).
-define(ALONE_WORDS, 16000000).
%% Calls that are remembered of all inputs together, and of one.
-define(MAX_CALLS, 100000).
-define(MAX_CALLS_OF_INPUT, 10000).
%% Inputs that are chosen to be tried first.
-define(SOONEST, 4).
%% Of the switches of a run, the part that may be asked for again each time.
-define(NEARLY_SAME, 8).
%% Switches on which a run may differ from the known one before that is made anew.
-define(FAR_APART, 8).
%% Candidates for which it pays to make the run known that they have in common.
-define(WORTH_A_RUN, 4).
%% In an answer, the number of no run, and the place of switches that no run before had asked for.
-define(NO_RUN, 16#FFFFFFFF).

%% What judging needs, with inputs as #q{}: as they were `given`, and in the order in which they are tried, with what is known. `base` are deletions and `modes` theirs, `target` those that all candidates of a frame have;
%% `frame` counts frames, and `n_told` the runs that its answer has told.
-record(j, {main, fuel, trace, n_switches, is_kept, room, given, queue, base = <<>>, modes, target = none, frame = 0, n_told = 0}).

%% An input: its index; arguments, expected values and fuel; the run that is known.
-record(q, {idx, input, known}).

%% A run that ended: whether it passes, its fuel; until when it was the known one, and what it asked for after that, with how many
%% together, and how many it asked for itself; its calls.
-record(seen, {passes, ticks, until = 0, asked = [], n_noted = 0, n = 0, calls = []}).

%% A program is #{main, fuel, trace, n_switches, inputs}; each input {Input, Asked, Ticks}: what the original asked for up to the last value
%% of the criterion, as bits, and the fuel until then.
start(Program, IsKept) ->
    Server = self(),
    Judge = new(Program, IsKept),
    Limit = #{size => ?SHARED_WORDS, kill => true, error_logger => false},
    spawn_opt(fun() -> loop(Server, Judge) end, [monitor, {max_heap_size, Limit}, {min_heap_size, 233000}]).

stop({Pid, Monitor}) ->
    demonitor(Monitor, [flush]),
    exit(Pid, kill).

new(#{main := Main, fuel := Fuel, trace := Trace, n_switches := N, inputs := Inputs}, IsKept) ->
    Indexes = lists:seq(0, length(Inputs) - 1),
    Given = [#q{idx = Idx, input = Input, known = #run{deletions = <<>>, passes = true, ticks = Ticks, first = Asked}}
             || {Idx, {Input, Asked, Ticks}} <- lists:zip(Indexes, Inputs)],
    #j{main = Main, fuel = Fuel, trace = Trace, n_switches = N, is_kept = IsKept,
       room = min(?MAX_CALLS_OF_INPUT, ?MAX_CALLS div max(length(Inputs), 1)),
       modes = persistent_term:get(?TRACED), given = Given, queue = soonest(Given, -1, ?SOONEST)}.

%% The inputs that will probably tell a candidate that fails come first: the cheapest of those that ask for most switches, then the cheapest
%% of those that ask for most of the others. The order follows from the program alone, and so does what a failing run asked for.
soonest([], _, _) -> [];
soonest(Queue, _, 0) -> Queue;
soonest(Queue, Left, Rounds) ->
    Gains = [{gain(Q, Left), Q} || Q <- Queue],
    {Most, _} = lists:max([{Gain, 0} || {Gain, _} <- Gains]),
    {_, _, First} = lists:min([{Q#q.known#run.ticks, Q#q.idx, Q} || {Gain, Q} <- Gains, 5 * Gain >= 4 * Most]),
    [First | soonest(lists:delete(First, Queue), Left band bnot number(First), Rounds - 1)].

gain(Q, Left) -> ones(number(Q) band Left, 0).

number(#q{input = {_, [], _}}) -> 0;
number(#q{known = #run{first = Bits}}) ->
    Size = bit_size(Bits),
    <<Number:Size>> = Bits,
    Number.

%% How many bits are set: in pairs, fours and eights of 32 at a time.
ones(0, Found) -> Found;
ones(Number, Found) ->
    A = Number band 16#FFFFFFFF,
    B = (A band 16#55555555) + ((A bsr 1) band 16#55555555),
    C = (B band 16#33333333) + ((B bsr 2) band 16#33333333),
    D = (C band 16#0F0F0F0F) + ((C bsr 4) band 16#0F0F0F0F),
    ones(Number bsr 32, Found + (D * 16#01010101 bsr 24) band 16#FF).

%% The answer to a frame, or `killed`: its process is gone.
frame({Pid, Monitor}, Frame) ->
    Pid ! {frame, Frame},
    receive
        {Pid, Answer} -> Answer;
        {'DOWN', Monitor, process, Pid, _} -> killed
    end.

loop(Server, Judge) ->
    receive
        {frame, Frame} ->
            {Answer, Next} = judged(Frame, Judge),
            Server ! {self(), iolist_to_binary(Answer)},
            loop(Server, trimmed(Next))
    end.

judged(Frame, Judge) ->
    {Traced, Candidates} = candidates(Frame),
    Next = Judge#j{target = common(Candidates), frame = Judge#j.frame + 1, n_told = 0},
    lists:mapfoldl(fun(Candidate, At) -> candidate(Candidate, Traced, At) end, Next, Candidates).

candidates(<<Flags, _:16, Frame/binary>>) ->
    {Flags band 1 =:= 1, split(Frame)}.

split(<<N:16, Rest/binary>>) ->
    Size = 3 * N,
    <<Deletions:Size/binary, More/binary>> = Rest,
    [Deletions | split(More)];
split(<<>>) ->
    [].

%% Deletions that the first and the last of many candidates have, and so probably all.
common(Candidates) when length(Candidates) < ?WORTH_A_RUN -> none;
common([First | _] = Candidates) -> bench_slicers_switches:common(First, lists:last(Candidates)).

%% Where there is not enough room for what is remembered, all of it is forgotten for good.
trimmed(#j{is_kept = true, queue = Queue, n_switches = N} = Judge) ->
    case process_info(self(), total_heap_size) of
        {total_heap_size, Words} when Words > ?REMEMBERED_WORDS ->
            garbage_collect(),
            case process_info(self(), total_heap_size) of
                {total_heap_size, Still} when Still > ?REMEMBERED_WORDS ->
                    Judge#j{is_kept = false, queue = [Q#q{known = without_times(Q#q.known, N)} || Q <- Queue]};
                _ -> Judge
            end;
        _ -> Judge
    end;
trimmed(Judge) ->
    Judge.

without_times(#run{first = First, order = Order} = Run, N) when is_tuple(First) ->
    Run#run{first = bits(lists:usort([Switch || <<Switch:16>> <= Order]), N), n = 0, order = <<>>, calls = []};
without_times(Run, _) ->
    Run.

%% The answer to a frame whose process was killed. The second cell of the fuel holds the input being run, for when the run is killed.
alone(Frame, #{fuel := Fuel, trace := Trace, n_switches := N} = Program) ->
    asked_by_killed(Trace, N),
    Judge = new(Program, false),
    {Traced, Candidates} = candidates(Frame),
    [begin
         Run = fun() -> iolist_to_binary(element(1, candidate(Candidate, Traced, Judge#j{frame = 1}))) end,
         Killed = fun() ->
             answer(2, atomics:get(Fuel, 2), 0, 0, Traced, [0, bits(asked_by_killed(Trace, N), N)])
         end,
         bench_slicers_server:isolated(?ALONE_WORDS, Run, Killed)
     end || Candidate <- Candidates].

candidate(Deletions, true, #j{base = Base, modes = BaseModes, queue = Queue} = Judge) ->
    Modes = modes(BaseModes, Base, Deletions),
    case inputs(Queue, Deletions, [], 0, {true, Modes, Judge}) of
        {passes, Ticks, Seen} ->
            {Asked, Queue1, Next} = told_all(lists:reverse(Seen), Deletions, Judge),
            {answer(0, 0, 0, Ticks, true, Asked), Next#j{base = Deletions, modes = Modes, queue = Queue1}};
        {Verdict, Position, Ticks, Run, {Before, Q, Rest}} ->
            {Asked, Known, Next} = told_one(Run, Q#q.known, Judge),
            Queue1 = lists:reverse([Earlier || {Earlier, _} <- Before], [Q#q{known = Known} | Rest]),
            {answer(Verdict, Q#q.idx, Position, Ticks, true, Asked), Next#j{queue = Queue1}}
    end;
candidate(Deletions, false, #j{given = Given} = Judge) ->
    Modes = modes(persistent_term:get(?PLAIN), <<>>, Deletions),
    Answer = case inputs(Given, Deletions, [], 0, {false, Modes, Judge}) of
        {passes, Ticks, _} -> answer(0, 0, 0, Ticks, false, none);
        {Verdict, Position, Ticks, _, {_, #q{idx = Idx}, _}} -> answer(Verdict, Idx, Position, Ticks, false, none)
    end,
    {Answer, Judge}.

answer(Verdict, Input, Position, Ticks, true, Asked) ->
    [bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks), Asked];
answer(Verdict, Input, Position, Ticks, false, _) ->
    bench_slicers_protocol:verdict(Verdict, Input, Position, Ticks).

%% Input by input until one fails: how, and where. When all pass, the inputs in reverse, each with its run.
inputs([#q{input = {_, [], _}, known = Known} = Q | Rest], Deletions, Seen, Ticks, How) ->
    inputs(Rest, Deletions, [{Q, Known} | Seen], Ticks, How);
inputs([#q{known = Known} = Q | Rest], Deletions, Seen, Ticks, How) ->
    case until(Deletions, Known) of
        never when Known#run.passes ->
            inputs(Rest, Deletions, [{Q, Known#run{deletions = Deletions}} | Seen], Ticks + Known#run.ticks, How);
        Until ->
            case refreshed(Q, Until, How) of
                Q -> run(Q, Until, Rest, Deletions, Seen, Ticks, How);
                Fresh -> inputs([Fresh | Rest], Deletions, Seen, Ticks, How)
            end
    end;
inputs([], _, Seen, Ticks, _) ->
    {passes, Ticks, Seen}.

until(Deletions, #run{deletions = Deletions}) -> never;
until(Deletions, #run{deletions = Other} = Known) -> bench_slicers_replay:first_asked(changed(Other, Deletions), Known).

%% An input with another run known: that of what the frame has in common, where the one that is known leaves it sooner than the candidate;
%% of the base, where none is.
refreshed(#q{known = #run{first = First}} = Q, _, {true, _, #j{is_kept = true, target = none, base = Base} = Judge}) when is_binary(First) ->
    made_known(Q, Base, 0, Judge);
refreshed(#q{known = #run{first = First}} = Q, _, {true, _, #j{is_kept = true, target = Target} = Judge}) when is_binary(First) ->
    made_known(Q, Target, 0, Judge);
refreshed(#q{known = #run{deletions = Other} = Known} = Q, Until, {true, _, #j{is_kept = true, target = Target} = Judge})
        when Target =/= none, Target =/= Other ->
    Changed = changed(Other, Target),
    case length(Changed) > ?FAR_APART andalso bench_slicers_replay:first_asked(Changed, Known) of
        Left when is_integer(Left), Left =< Until -> made_known(Q, Target, Left, Judge);
        _ -> Q
    end;
refreshed(Q, _, _) ->
    Q.

made_known(#q{known = Known} = Q, Deletions, Until, #j{base = Base, modes = BaseModes, n_switches = N} = Judge) ->
    {_, _, Run} = run(Q, Deletions, Until, modes(BaseModes, Base, Deletions), true, Judge),
    Q#q{known = kept(Run#seen{n_noted = N}, Deletions, Known, Judge)}.

run(#q{known = Known} = Q, Until, Rest, Deletions, Seen, Ticks, {Traced, Modes, Judge} = How) ->
    case run(Q, Deletions, Until, Modes, Traced, Judge) of
        {0, _, #seen{ticks = Own} = New} when Traced -> inputs(Rest, Deletions, [{Q, New} | Seen], Ticks + Own, How);
        {0, _, #seen{ticks = Own}} -> inputs(Rest, Deletions, [{Q, Known} | Seen], Ticks + Own, How);
        {Verdict, Position, #seen{ticks = Own} = Run} -> {Verdict, Position, Ticks + Own, Run, {Seen, Q, Rest}}
    end.

%% A run that goes on from the known one: its verdict, where it differed, and what it was.
run(#q{idx = Idx, input = {Args, Expected, Limit}, known = Known}, Deletions, Until0, Modes, Traced, Judge) ->
    #j{main = Main, fuel = Fuel, trace = Trace} = Judge,
    Until = case Until0 of
        never -> Known#run.n;
        _ -> Until0
    end,
    Run = element(Main, element(1, Modes)),
    atomics:put(Fuel, 1, Limit),
    atomics:put(Fuel, 2, Idx),
    put(expected, Expected),
    bench_slicers_virtual:start(Args),
    Traced andalso
        bench_slicers_replay:begin_run(Known, changed(Known#run.deletions, Deletions), Until, room(Limit, Judge)),
    Verdict = try Run(Args, Modes), bench_slicers_runtime:ended(returned)
    catch
        throw:{?STOP, same} -> 0;
        throw:{?STOP, fuel} -> 2;
        throw:{?STOP, _} -> 1;
        _:_ -> bench_slicers_runtime:ended(failed)
    end,
    Own = Limit - max(atomics:get(Fuel, 1), 0),
    Position = length(Expected) - length(get(expected)),
    case Traced of
        false -> {Verdict, Position, #seen{ticks = Own}};
        true ->
            NNoted = length(asked(Trace)),
            {Asked, N, Calls} = bench_slicers_replay:ended(),
            {Verdict, Position, #seen{passes = Verdict =:= 0, ticks = Own, until = Until, asked = Asked, n_noted = NNoted, n = N, calls = Calls}}
    end.

%% Programs that pass call about as much as the original.
room(_, #j{is_kept = false}) -> 0;
room(Limit, #j{room = Room}) -> min(Room, Limit div 10).

%% The run as it is remembered; where there is no room, switches as bits. The one that was known before will do where it was nearly the
%% same: to take everything over costs as much as a run.
kept(#run{} = Run, _, _, _) ->
    Run;
kept(#seen{n_noted = NNoted}, _, #run{first = First, n = N} = Known, _) when is_tuple(First), NNoted < N div ?NEARLY_SAME ->
    Known;
kept(#seen{n = N} = Seen, Deletions, Known, #j{is_kept = IsKept, n_switches = NSwitches} = Judge) ->
    #seen{passes = Passes, ticks = Ticks, until = Until, asked = Asked, calls = Calls} = Seen,
    Order = bench_slicers_replay:order(Asked ++ [{0, Until}], Known#run.order),
    Run = #run{deletions = Deletions, passes = Passes, ticks = Ticks, n = N, order = Order, calls = Calls,
               first = {}},
    %% A switch may be there several times.
    case IsKept andalso N =< 3 * NSwitches of
        true -> Run#run{first = bench_slicers_replay:first(Order, NSwitches)};
        false -> without_times(Run, Judge#j.n_switches)
    end.

%% What a failing run asked for: the known run, unless this answer has told it, and what was added to it.
told_one(#seen{asked = Asked}, #run{first = First} = Known, Judge) when is_binary(First) ->
    %% Nothing goes on from it.
    {[1, <<(length(Asked)):16>>, << <<Switch:16>> || Switch <- Asked >>], Known, Judge};
told_one(Seen, Known, Judge) ->
    {Parent, Before, Told, Next} = parent(Known, Judge),
    Number = Next#j.n_told,
    {told_set(Before ++ [told_run(Parent, Seen)], [Number]), Told, Next#j{n_told = Number + 1}}.

%% What the runs of a candidate that passes asked for, and the inputs with what is known from now on. Those of which only bits are known are
%% one run.
told_all(Runs, Deletions, #j{is_kept = false, n_switches = N} = Judge) ->
    Queue = [Q#q{known = kept(New, Deletions, Q#q.known, Judge)} || {Q, New} <- Runs],
    Bits = [First || #q{known = #run{first = First}, input = {_, [_ | _], _}} <- Queue],
    {[0, lists:foldl(fun bench_slicers_switches:union/2, <<0:((N + 7) band -8)>>, Bits)], Queue, Judge};
told_all(Runs, Deletions, #j{n_switches = N} = Judge) ->
    Bits = [First || {#q{input = {_, [_ | _], _}}, #run{first = First}} <- Runs, is_binary(First)],
    Union = lists:foldl(fun bench_slicers_switches:union/2, <<0:((N + 7) band -8)>>, Bits),
    case [New || {_, New} <- Runs, not is_record(New, run) orelse is_tuple(New#run.first)] of
        [] -> {[0, Union], [Q#q{known = New} || {Q, New} <- Runs], Judge};
        _ ->
            First = case Bits of
                [] -> {[], [], Judge};
                _ ->
                    Number = Judge#j.n_told,
                    {[told_whole(<< <<Switch:16>> || Switch <- bench_slicers_switches:listed(Union) >>)], [Number], Judge#j{n_told = Number + 1}}
            end,
            {Queue, {Told, Numbers, Next}} = lists:mapfoldl(fun(Run, At) -> told_input(Run, Deletions, At) end, First, Runs),
            {told_set(Told, Numbers), Queue, Next}
    end.

told_input({Q, #run{first = First} = New}, _, Before) when is_binary(First) ->
    {Q#q{known = New}, Before};
told_input({Q, #run{} = New}, _, {Runs, Numbers, Judge}) ->
    {Number, More, Told, Next} = tell(New, Judge),
    {Q#q{known = Told}, {Runs ++ More, [Number | Numbers], Next}};
told_input({#q{known = Known} = Q, #seen{} = Seen}, Deletions, {Runs, Numbers, Judge}) ->
    {Parent, Before, Told, #j{n_told = Number, frame = Frame} = Next} = parent(Known, Judge),
    New = case kept(Seen, Deletions, Known, Judge) of
        Known -> Told;
        Other -> Other#run{told = {Frame, Number}}
    end,
    {Q#q{known = New}, {Runs ++ Before ++ [told_run(Parent, Seen)], [Number | Numbers], Next#j{n_told = Number + 1}}}.

%% The number of a run in this answer, with the runs to tell before it is used.
tell(#run{told = {Frame, Number}} = Run, #j{frame = Frame} = Judge) ->
    {Number, [], Run, Judge};
tell(#run{order = Order} = Run, Judge) ->
    numbered(Run, [told_whole(Order)], Judge).

numbered(Run, Runs, #j{frame = Frame, n_told = Number} = Judge) ->
    {Number, Runs, Run#run{told = {Frame, Number}}, Judge#j{n_told = Number + 1}}.

parent(#run{first = First} = Run, Judge) when is_binary(First) -> {?NO_RUN, [], Run, Judge};
parent(Run, Judge) -> tell(Run, Judge).

told_whole(Switches) -> [<<?NO_RUN:32, 1:32>>, told_switches(Switches)].

told_run(Parent, #seen{until = Until, asked = Asked}) ->
    {N, Parts} = told_parts(Asked, [], 0, []),
    [<<Parent:32, (N + 1):32, 0:32, Until:32>>, Parts].

%% The last first; neighbours that the known run did not ask for are one part.
told_parts([{From, To} | Rest], [], N, Parts) -> told_parts(Rest, [], N + 1, [<<From:32, (To - From):32>> | Parts]);
told_parts([Switch | Rest], Own, N, Parts) when is_integer(Switch) -> told_parts(Rest, [Switch | Own], N, Parts);
told_parts([], [], N, Parts) -> {N, Parts};
told_parts(Rest, Own, N, Parts) -> told_parts(Rest, [], N + 1, [told_switches(<< <<Switch:16>> || Switch <- Own >>) | Parts]).

told_switches(Switches) -> [<<?NO_RUN:32, (byte_size(Switches) div 2):32>>, Switches].

told_set(Runs, Numbers) ->
    [<<2, (length(Runs)):16>>, Runs, <<(length(Numbers)):16>>, << <<Number:32>> || Number <- Numbers >>].
