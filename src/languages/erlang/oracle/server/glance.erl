%% Inputs that are looked at once, by compiled code: the original, then a candidate where the criterion takes a value.
%%
%% Nothing is traced but the branches that the original takes, so that a run costs as little as it can. All runs share a process for
%% as long as they come to an end by themselves.
-module(bench_slicers_glance).
-export([glance/3]).

-include("closures.hrl").

%% Words of heap for all inputs of a request.
-define(WORDS, 16000000).
%% Values of an original, as in bench_slicers_probe.
-define(MAX_VALUES, 5000).

%% Inputs as terms, and the files of the original and of the candidate with their criteria marked; `none` for no candidate. The
%% compiled programs are kept for the next request.
glance(#{inputs := Inputs, folder := Folder0, original := Original, candidate := Candidate, limit := Limit},
       #{entry := {Module, {Name, _}}, fuel := Fuel, cells := Cells, rule := Rule}, Known) ->
    Folder = unicode:characters_to_list(Folder0),
    try {program(Original, paths, Folder, Known), program(Candidate, plain, Folder, Known)} of
        {First, Second} ->
            Job = #{entry => {Module, Name}, fuel => Fuel, cells => Cells},
            Seen = runs([{Args, {record, [], ?MAX_VALUES}, Limit} || Args <- Inputs], First, Job),
            Told = [told(Run, Limit, Rule) || Run <- Seen],
            Again = [{Args, Expected, 10 * Ticks + 1000}
                     || {Args, {_, _, _, Ticks, [_ | _] = Expected}} <- lists:zip(Inputs, Told), Second =/= none],
            Verdicts = case Again of [] -> []; _ -> runs(Again, Second, Job) end,
            {[<<(length(Told)):32>> | answers(Told, Verdicts, Second)], [First, Second]}
    catch
        %% The search finds out, and says so.
        throw:{invalid, _} -> {[<<0:32>>], Known}
    end.

program(none, _, _, _) ->
    none;
program(Files, How, Folder, Known) ->
    Key = {How, erlang:md5(term_to_binary(Files))},
    case lists:keyfind(Key, 1, [Program || Program <- Known, Program =/= none]) of
        false ->
            Beams = [beam(File, How, Folder) || File <- Files],
            {Key, [Beam || {Beam, _} <- Beams], lists:all(fun({_, HasTry}) -> not HasTry end, Beams)};
        Program -> Program
    end.

beam(File, How, Folder) ->
    {Module, Path, Forms} = bench_slicers_compiled:parsed(Folder, File),
    {{Module, Path, bench_slicers_compiled:quick_beam(Forms, How)}, has_try(Forms)}.

%% Whether a run cannot be ended by an exception.
has_try(Form) when element(1, Form) =:= 'try'; element(1, Form) =:= 'catch' -> true;
has_try(Form) when is_tuple(Form) -> has_try(tuple_to_list(Form));
has_try([Head | Tail]) -> has_try(Head) orelse has_try(Tail);
has_try(_) -> false.

%% What each run came to: {How, Values, Ticks, Path}, where only the original has values and a path.
runs(Todo, {_, Beams, IsPlain}, Job) ->
    Modules = [bench_slicers_compiled:load(Module, Path, Beam) || {Module, Path, Beam} <- Beams],
    Seen = go_on(Todo, Job#{modules => Modules, is_plain => IsPlain}),
    bench_slicers_compiled:unload(Modules),
    Seen.

go_on([], _) ->
    [];
go_on(Todo, Job) ->
    Self = self(),
    {Pid, Monitor} = spawn_opt(fun() -> all(Todo, Self, Job) end,
                               [monitor, {max_heap_size, #{size => ?WORDS, kill => true, error_logger => false}},
                                {min_heap_size, 20000}]),
    collect(Pid, Monitor, Todo, Job).

%% One that ended in the middle of something that might catch it waits for its end, and what is left begins anew.
collect(Pid, Monitor, [_ | Rest] = Todo, Job) ->
    receive
        {run, Pid, Result} -> [Result | collect(Pid, Monitor, Rest, Job)];
        {ended, Pid, {Verdict, _, Ticks, _}} ->
            exit(Pid, kill),
            receive {'DOWN', Monitor, process, Pid, _} -> ok end,
            [{Verdict, [], Ticks, 0} | go_on(Rest, Job)];
        {'DOWN', Monitor, process, Pid, _} ->
            #{fuel := Fuel, cells := Cells} = Job,
            #{size := N} = counters:info(Cells),
            lists:foreach(fun(Cell) -> counters:put(Cells, Cell, 0) end, lists:seq(1, N)),
            {_, _, Limit} = hd(Todo),
            [{2, [], spent(Fuel, Limit), 0} | go_on(Rest, Job)]
    end;
collect(Pid, Monitor, [], _) ->
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, Pid, _} -> [] end.

all(Todo, Server, #{entry := {Module, Name}, fuel := Fuel, cells := Cells, modules := Modules, is_plain := IsPlain}) ->
    group_leader(spawn_link(fun bench_slicers_compiled:sink/0), self()),
    put(cells, Cells),
    put(taken, []),
    lists:foreach(
        fun({Args, Expected, Limit}) ->
            put(stopped, none),
            put(expected, Expected),
            put(run, {Server, IsPlain, Fuel, Limit, Modules}),
            atomics:put(Fuel, 1, Limit),
            bench_slicers_virtual:start(Args),
            How = try apply(Module, Name, Args), returned catch _:_ -> failed end,
            Verdict = case {get(stopped), Expected} of
                {none, {record, _, _}} -> How;
                {none, _} -> bench_slicers_runtime:ended(How);
                {Stopped, _} -> Stopped
            end,
            Path = erlang:phash2(bench_slicers_compiled:path(), 1 bsl 32),
            Server ! {run, self(), {Verdict, values(), spent(Fuel, Limit), Path}}
        end, Todo),
    receive bench_slicers_never -> ok end.

spent(Fuel, Limit) -> Limit - max(atomics:get(Fuel, 1), 0).

values() ->
    case get(expected) of
        {record, Values, _} -> lists:reverse(Values);
        _ -> []
    end.

%% {End, Values, Path, Ticks, what is expected of the candidate}.
told({returned, Values, Ticks, Path}, _, Rule) -> told(returned, Values, Ticks, Path, Rule);
told({failed, Values, Ticks, Path}, _, Rule) -> told(crashed, Values, Ticks, Path, Rule);
told({_, _, _, Path}, Limit, _) -> {out_of_fuel, [], Path, Limit, []}.

told(End, Values, Ticks, Path, Rule) ->
    case bench_slicers_server:has_fun(Values) of
        true -> {out_of_fuel, [], Path, Ticks, []};
        false -> {End, Values, Path, Ticks, bench_slicers_server:expected(Values, End, Rule)}
    end.

answers([{_, _, _, _, []} = One | Rest], Verdicts, Second) ->
    [answer(One, 0) | answers(Rest, Verdicts, Second)];
answers([One | Rest], [{Verdict, _, _, _} | Verdicts], Second) ->
    [answer(One, min(Verdict, 1)) | answers(Rest, Verdicts, Second)];
answers([One | Rest], [], none) ->
    [answer(One, 0) | answers(Rest, [], none)];
answers([], [], _) ->
    [].

answer({End, Values, Path, Ticks, _}, Refuted) ->
    Code = case End of returned -> 0; crashed -> 1; out_of_fuel -> 2 end,
    <<Code, (length(Values)):32, (erlang:phash2(Values, 1 bsl 32)):64, Ticks:64, Refuted, Path:64>>.
