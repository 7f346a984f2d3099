%% Inputs that are tried once: in the original, and in a candidate where the criterion takes a value.
-module(bench_slicers_probe).
-export([probe/2, noted/5]).

-include("closures.hrl").

%% Words of heap for all inputs of a request together, and for one that exceeded it and is tried alone.
-define(SHARED_WORDS, 16000000).
-define(ALONE_WORDS, 16000000).
%% Fuel and values of an original: what takes more takes too long to be tried by the thousand, unless most inputs do.
-define(FUEL, 20000).
-define(PATIENT_FUEL, 200000).
-define(MAX_VALUES, 5000).

%% Inputs as terms, the candidate's deletions as [{Switch, Mode}], the branches whose distances are wanted.
probe(#{inputs := Inputs, deletions := Deletions, branches := Branches, is_patient := IsPatient}, Program) ->
    Limit = case IsPatient of true -> ?PATIENT_FUEL; false -> ?FUEL end,
    Indexes = maps:from_list(lists:zip(Branches, lists:seq(0, length(Branches) - 1))),
    Job = Program#{deletions => Deletions, branches => Indexes, limit => Limit},
    case isolated(?SHARED_WORDS, Job, fun() -> [input(Args, Job) || Args <- Inputs] end) of
        killed -> [alone(Args, Job) || Args <- Inputs];
        Answers -> Answers
    end.

alone(Args, Job) ->
    case isolated(?ALONE_WORDS, Job, fun() -> input(Args, Job) end) of
        killed -> answer(out_of_fuel, [], maps:get(limit, Job), {false, []}, [], []);
        Answer -> Answer
    end.

isolated(Words, #{forget := Forget}, Run) ->
    bench_slicers_server:isolated(Words, Run, fun() -> Forget(), killed end).

input(Args, #{deletions := Deletions, branches := Branches, fuel := Fuel, trace := Trace, limit := Limit} = Job) ->
    bench_slicers_replay:begin_plain(),
    put(branches, Branches),
    put(expected, {record, [], ?MAX_VALUES}),
    atomics:put(Fuel, 1, Limit),
    End = try run(Args, original, Job), returned
    catch
        throw:{?STOP, _} -> out_of_fuel;
        _:_ -> crashed
    end,
    {record, Reversed, _} = get(expected),
    Ticks = Limit - max(atomics:get(Fuel, 1), 0),
    Values = lists:reverse(Reversed),
    Consulted = [Switch || {Switch, _} <- Deletions, counters:get(Trace, Switch) =/= 0],
    bench_slicers_switches:asked(Trace),
    Distances = distances(Branches),
    case End =:= out_of_fuel orelse bench_slicers_server:has_fun(Values) of
        true ->
            put(branches, #{}),
            answer(out_of_fuel, [], Ticks, {false, []}, [], []);
        false ->
            Expected = bench_slicers_server:expected(Values, End, maps:get(rule, Job)),
            Refuted = is_refuted(Args, Expected, Ticks, Consulted, Job),
            bench_slicers_switches:asked(Trace),
            Others = distances(Branches),
            put(branches, #{}),
            answer(End, Values, Ticks, {Refuted, Others}, Consulted, Distances)
    end.

%% Those of the run before.
distances(Branches) ->
    [{Index, Distance} || {Branch, Index} <- maps:to_list(Branches),
                          Distance <- [erase({distance, Branch})], Distance =/= undefined].

%% What the original does not ask for makes no difference.
is_refuted(_, [], _, _, _) -> false;
is_refuted(_, _, _, [], _) -> false;
is_refuted(Args, Expected, Ticks, _, #{fuel := Fuel} = Job) ->
    bench_slicers_replay:begin_plain(),
    put(expected, Expected),
    atomics:put(Fuel, 1, 10 * Ticks + 1000),
    try run(Args, candidate, Job), bench_slicers_runtime:ended(returned) =/= 0
    catch
        throw:{?STOP, same} -> false;
        throw:{?STOP, _} -> true;
        _:_ -> bench_slicers_runtime:ended(failed) =/= 0
    end.

%% Which is `original` or `candidate`.
run(Args, Which, #{entry := Entry} = Job) ->
    #{Which := Modes} = Job,
    bench_slicers_virtual:start(Args),
    (element(Entry, element(1, Modes)))(Args, Modes).

%% The candidate's part: whether it is refuted, and its distances.
answer(End, Values, Ticks, {IsRefuted, Others}, Consulted, Distances) ->
    Code = case End of returned -> 0; crashed -> 1; out_of_fuel -> 2 end,
    Refuted = case IsRefuted of true -> 1; false -> 0 end,
    [<<Code, (length(Values)):32, (erlang:phash2(Values, 1 bsl 32)):64, Ticks:64, Refuted, (length(Consulted)):16>>,
     [<<Switch:16>> || Switch <- Consulted], measured(Distances), measured(Others)].

measured(Distances) ->
    [<<(length(Distances)):16>>, [<<Index:16, Distance:64/float>> || {Index, Distance} <- Distances]].

%% A clause that notes how near it came to be entered, where that is wanted.
noted(Id, Match, Patterns, Guard, C) ->
    Distance = bench_slicers_distance:clause(Patterns, Guard, C#c{trace = none, criteria = #{}, is_measured = false}),
    fun(Values, Env, Modes) ->
        Found = Match(Values, Env, Modes),
        case get(branches) of
            #{Id := _} when Found =:= false -> note(Id, Distance(Values, Env, Modes));
            #{Id := _} -> note(Id, 0.0);
            _ -> ok
        end,
        Found
    end.

note(Id, Distance) ->
    case get({distance, Id}) of
        Known when is_float(Known), Known =< Distance -> ok;
        _ -> put({distance, Id}, Distance)
    end.
