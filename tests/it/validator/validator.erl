%% Whether slices are slices: programs and slices are compiled for real and run on inputs of an own generator.
%%
%% Argument: a file of jobs, maps with `id`, `original` and `slice` (texts), `line`, `variable` and `occurrence` of the criterion
%% in the original, `entry` {Name, Arity}, `near` (texts of argument lists that are known to matter), `inputs` (how many are
%% tried), `seed`, and `rule`, prefix or strict.
%% Output: one line for each, `verdict Id ok|wrong|invalid Explanation`.
%%
%% Prefix: the values of the criterion in the original are the first ones in the slice (Binkley et al., ORBS, 2014).
%% Strict: where the original returns they are equal, and the slice returns, too (Weiser 1984).
-module(validator).
-export([main/1, see/1, hit/2]).

%% More values of one run are not looked at.
-define(MAX_VALUES, 5000).
-define(LIMIT_MS, 200).
%% A slice that seems to differ is run again, as is its program, with time enough on a busy machine.
-define(PATIENCE_MS, 10000).
-define(HEAP_WORDS, 4000000).
-define(N_WORKERS, 2).

main([File]) ->
    {ok, Jobs} = file:consult(File),
    Queue = spawn_link(fun() -> queue(Jobs) end),
    Workers = [spawn_monitor(fun() -> work(Queue) end) || _ <- lists:seq(1, ?N_WORKERS)],
    Ends = [receive {'DOWN', Monitor, process, Worker, Why} -> Why end || {Worker, Monitor} <- Workers],
    halt(case lists:usort(Ends) of [normal] -> 0; _ -> 1 end).

queue(Jobs) ->
    receive
        {next, From} when Jobs =:= [] -> From ! none, queue([]);
        {next, From} -> From ! {job, hd(Jobs)}, queue(tl(Jobs))
    end.

work(Queue) ->
    Queue ! {next, self()},
    receive
        none -> ok;
        {job, #{id := Id} = Job} ->
            {Verdict, Explanation} = try judge(Job) catch throw:Why -> {invalid, Why} end,
            io:format("verdict ~w ~s ~ts~n", [Id, Verdict, text(Explanation)]),
            work(Queue)
    end.

text({refuted, Input, {Values, How}, {Found, SliceHow}}) ->
    io_lib:format("on ~0tp expected ~ts, ~s; found ~ts, ~s", [Input, values(Values), How, values(Found), SliceHow]);
text(Other) -> io_lib:format("~0tp", [Other]).

%% A list of numbers is no text here.
values(Values) -> [$[, lists:join(", ", [io_lib:format("~0tp", [Value]) || Value <- Values]), $]].

judge(#{original := Original, slice := Slice, line := Line, variable := Variable, occurrence := Nth} = Job) ->
    Forms = forms(Original),
    Places = validator_forms:places(Original, Line, Variable),
    Place = case length(Places) >= Nth of
        true -> lists:nth(Nth, Places);
        false -> throw({no_criterion, Line, Variable})
    end,
    {Name, N_clauses} = loaded(Job, "original", validator_forms:counted(Forms), Place),
    Program = #{module => Name, clauses => N_clauses, forms => Forms},
    SliceForms = forms(Slice),
    Found = validator_forms:places(Slice, Line, Variable),
    %% Which of several on the line is meant is told by their number when none is gone. Otherwise a slice is wrong
    %% when it is so for each of them.
    Candidates = case length(Found) =:= length(Places) of
        true -> [lists:nth(Nth, Found)];
        false -> Found
    end,
    best([compared(Job, Program, SliceForms, Candidate) || Candidate <- Candidates]).

best([]) -> {wrong, no_criterion};
best(Verdicts) ->
    case lists:keyfind(ok, 1, Verdicts) of
        false -> hd(Verdicts);
        Ok -> Ok
    end.

forms(Text) ->
    Path = "validated-" ++ integer_to_list(erlang:unique_integer([positive])) ++ ".erl",
    ok = file:write_file(Path, unicode:characters_to_binary(Text)),
    {ok, Forms} = epp:parse_file(Path, [{location, {1, 1}}]),
    ok = file:delete(Path),
    [throw({syntax, Where, lists:flatten(Tool:format_error(What))}) || {error, {Where, Tool, What}} <- Forms],
    %% What is marked may compile where what was written does not.
    case erl_lint:module(Forms, Path) of
        {ok, _} -> Forms;
        {error, [{_, [{Where, Tool, What} | _]} | _], _} ->
            throw({compiler, Where, lists:flatten(Tool:format_error(What))})
    end.

%% {Module, number of clauses that tell that they are entered}.
loaded(#{id := Id}, Role, {Forms, N}, Place) ->
    Module = list_to_atom("validated_" ++ integer_to_list(Id) ++ Role),
    Marked = validator_forms:marked(validator_forms:renamed(Forms, Module), Place),
    case compile:forms(Marked, [binary, return_errors]) of
        {ok, Module, Code} ->
            code:purge(Module),
            {module, Module} = code:load_binary(Module, atom_to_list(Module), Code),
            persistent_term:put({?MODULE, Module}, atomics:new(max(N, 1), [])),
            {Module, N};
        {error, Errors, _} -> throw({compiler, Errors})
    end.

compared(#{entry := {_, Arity}, near := Near, seed := Seed, inputs := N} = Job, Program, SliceForms, Place) ->
    {Slice, _} = loaded(Job, "slice", {SliceForms, 0}, Place),
    Draw = validator_inputs:new(maps:get(forms, Program), maps:get(entry, Job), Near, Seed),
    State = #{draw => Draw, left => case Arity of 0 -> 1; _ -> N end, seen => #{}, sequences => #{}, covered => #{}, drawn => 0,
              reached => 0, slow => 0},
    try
        rounds(Job, Program, Slice, State)
    catch
        throw:{refuted, _, _, _} = Refuted -> {wrong, Refuted}
    end.

rounds(_, _, _, #{left := 0, drawn := Drawn, reached := Reached, sequences := Sequences, covered := Covered}) ->
    {ok, {inputs, Drawn, reached, Reached, sequences, maps:size(Sequences), paths, maps:size(Covered)}};
rounds(Job, Program, Slice, #{draw := Draw0, left := Left, seen := Seen} = State) ->
    {Input, Draw} = validator_inputs:next(Draw0),
    Hash = erlang:phash2(Input, 1 bsl 32),
    case Seen of
        #{Hash := _} -> rounds(Job, Program, Slice, State#{draw := Draw, left := Left - 1});
        _ ->
            Next = tried(Job, Program, Slice, Input, State#{draw := Draw, seen := Seen#{Hash => []}}),
            rounds(Job, Program, Slice, Next#{left := Left - 1})
    end.

tried(#{entry := {Entry, _}} = Job, #{module := Module, clauses := N_clauses}, Slice, Input, State) ->
    #{draw := Draw, sequences := Sequences, covered := Covered, drawn := Drawn, reached := Reached, slow := Slow} = State,
    %% Programs that never end on many inputs would take hours.
    Limit = if Slow < 20 -> ?LIMIT_MS; Slow < 100 -> 20; true -> 4 end,
    {How, Values} = run(Module, Entry, Input, Limit, 1),
    Path = path(Module, N_clauses),
    Hash = erlang:phash2(Values),
    IsNew = not maps:is_key(Hash, Sequences) andalso maps:size(Sequences) < 300,
    IsPath = not maps:is_key(Path, Covered),
    differs(Job, Slice, {How, Values}, Input, Limit)
        andalso refuted(Job, Module, Slice, Input),
    State#{draw := validator_inputs:told(Draw, Input, IsNew orelse IsPath, Values =/= []),
           sequences := Sequences#{Hash => []}, covered := Covered#{Path => []}, drawn := Drawn + 1,
           reached := Reached + min(1, length(Values)),
           slow := Slow + case How of slow -> 1; _ -> 0 end}.

path(Module, N_clauses) ->
    Hits = persistent_term:get({?MODULE, Module}),
    Entered = [Idx || Idx <- lists:seq(1, N_clauses), atomics:exchange(Hits, Idx, 0) =:= 1],
    erlang:phash2(Entered).

%% The same again, with patience: a machine that is busy refutes nothing.
refuted(#{entry := {Entry, _}} = Job, Module, Slice, Input) ->
    {How, Values} = run(Module, Entry, Input, ?PATIENCE_MS, 1),
    case differs(Job, Slice, {How, Values}, Input, ?PATIENCE_MS) of
        false -> false;
        true ->
            {SliceHow, Found} = run(Slice, Entry, Input, ?PATIENCE_MS, 4),
            throw({refuted, Input, {first(Values), How}, {first(Found), SliceHow}})
    end.

first(Values) -> lists:sublist(Values, 6).

differs(#{rule := prefix}, _, {_, []}, _, _) -> false;
differs(#{rule := Rule, entry := {Entry, _}}, Slice, {How, Values}, Input, Limit) ->
    {SliceHow, Found} = run(Slice, Entry, Input, 10 * Limit, 4),
    case {Rule, How} of
        {strict, returned} ->
            Values =/= Found orelse SliceHow =/= returned;
        _ -> not lists:prefix(Values, Found)
    end.

%% {How, Values}: `returned`, `failed`, `slow`, `full` (of values), or `heap`, with what the criterion was.
run(Module, Entry, Input, Limit, Factor) ->
    Self = self(),
    Options = [monitor, {max_heap_size, #{size => Factor * ?HEAP_WORDS, kill => true, error_logger => false}}],
    {Pid, Monitor} = spawn_opt(fun() ->
        %% What the program prints and what it is seen to do come here.
        group_leader(Self, self()),
        Result = try apply(Module, Entry, Input) of _ -> returned catch _:_ -> failed end,
        exit({?MODULE, Result})
    end, Options),
    Deadline = erlang:monotonic_time(millisecond) + Limit,
    {How, Values} = collect(Pid, Monitor, ?MAX_VALUES, Deadline, []),
    erlang:demonitor(Monitor, [flush]),
    exit(Pid, kill),
    drop(Pid),
    {How, Values}.

collect(_, _, 0, _, Values) -> {full, lists:reverse(Values)};
collect(Pid, Monitor, Max, Deadline, Values) ->
    Left = max(0, Deadline - erlang:monotonic_time(millisecond)),
    receive
        {see, Pid, Value} -> collect(Pid, Monitor, Max - 1, Deadline, [Value | Values]);
        {io_request, From, ReplyAs, Request} ->
            From ! {io_reply, ReplyAs, written(Request)},
            collect(Pid, Monitor, Max, Deadline, Values);
        {'DOWN', Monitor, _, _, {?MODULE, How}} -> {How, lists:reverse(Values)};
        {'DOWN', Monitor, _, _, _} -> {heap, lists:reverse(Values)}
    after Left -> {slow, lists:reverse(Values)}
    end.

drop(Pid) ->
    receive
        {see, Pid, _} -> drop(Pid);
        {io_request, Pid, _, _} -> drop(Pid)
    after 0 -> ok
    end.

%% What a terminal would answer: text that is none makes the program fail.
written({put_chars, Encoding, Module, Function, Args}) ->
    try apply(Module, Function, Args) of
        Text -> written({put_chars, Encoding, Text})
    catch
        _:_ -> {error, Function}
    end;
written({put_chars, Encoding, Text}) ->
    case unicode:characters_to_binary(Text, Encoding, unicode) of
        Binary when is_binary(Binary) -> ok;
        _ -> {error, put_chars}
    end;
written({requests, Requests}) ->
    lists:foldl(fun(Request, ok) -> written(Request); (_, Error) -> Error end, ok, Requests);
written(getopts) -> [];
written(_) -> {error, request}.

%% Called by programs at the criterion; `true`, so that it can stand among filters.
see(Value) ->
    group_leader() ! {see, self(), plain(Value)},
    true.

%% Called by originals where a clause is entered.
hit(Module, Idx) ->
    atomics:put(persistent_term:get({?MODULE, Module}), Idx, 1).

%% Funs of two modules are never equal.
plain(Fun) when is_function(Fun) -> {'fun', erlang:fun_info(Fun, arity)};
plain([Head | Tail]) -> [plain(Head) | plain(Tail)];
plain(Tuple) when is_tuple(Tuple) -> list_to_tuple(plain(tuple_to_list(Tuple)));
plain(Map) when is_map(Map) -> maps:from_list([{plain(K), plain(V)} || {K, V} <- maps:to_list(Map)]);
plain(Term) -> Term.
