%% The values of several points, one by one, of the program as it stands: compiled, with its points numbered.
%%
%% The modules of the last request are kept, so that the next need not be compiled.
-module(bench_slicers_sequences).
-export([sequences/4, observe/4]).

%% Words of heap, units of fuel and values of a run.
-define(WORDS, 16000000).
-define(FUEL, 200000).
-define(MAX_VALUES, 20000).
%% Bytes of a value as text, and of a call. Of more there is a sum.
-define(MAX_TEXT, 20000).
-define(MAX_CALL, 2000).

sequences(#{folder := Folder, files := Files, inputs := Texts, with_calls := WithCalls}, {Module, {Name, _}}, Fuel, Cells) ->
    Beams = beams(unicode:characters_to_list(Folder), Files),
    Modules = [bench_slicers_compiled:load(M, Path, Beam) || {M, Path, Beam} <- Beams],
    Job = #{entry => {Module, Name}, fuel => Fuel, cells => Cells, modules => Modules, with_calls => WithCalls},
    try [sequence(Text, Job) || Text <- Texts] after bench_slicers_compiled:unload(Modules) end.

beams(Folder, Files) ->
    Key = erlang:md5(term_to_binary(Files)),
    case get(numbered) of
        {Key, Beams} -> Beams;
        _ ->
            Beams = [beam(Folder, File) || File <- Files],
            put(numbered, {Key, Beams}),
            Beams
    end.

beam(Folder, File) ->
    {Module, Path, Forms} = bench_slicers_compiled:parsed(Folder, File),
    {Module, Path, bench_slicers_compiled:numbered_beam(Forms)}.

sequence(Texts, #{fuel := Fuel} = Job) ->
    Args = case bench_slicers_program:arguments(Texts) of
        {ok, Terms} -> Terms;
        error -> throw({refused, -3, iolist_to_binary(lists:join(<<", ">>, Texts))})
    end,
    Self = self(),
    atomics:put(Fuel, 1, ?FUEL),
    {Pid, Monitor} = spawn_opt(fun() -> run(Args, Self, Job) end,
                               [monitor, {max_heap_size, #{size => ?WORDS, kill => true, error_logger => false}}]),
    {End, Crash} = receive
        {ended, Pid, {_, _, _, How}} ->
            {dictionary, Known} = process_info(Pid, dictionary),
            put(observed, proplists:get_value(observed, Known, [])),
            exit(Pid, kill),
            receive {'DOWN', Monitor, process, Pid, _} -> ok end,
            end_of(How);
        {'DOWN', Monitor, process, Pid, _} ->
            put(observed, []),
            {2, <<>>}
    end,
    Elements = lists:reverse(erase(observed)),
    Ticks = ?FUEL - max(atomics:get(Fuel, 1), 0),
    [End, bench_slicers_protocol:text(Crash), <<Ticks:64, (length(Elements)):32>>, [element_of(E) || E <- Elements]].

end_of(returned) -> {0, <<>>};
end_of(fuel) -> {2, <<>>};
end_of({crashed, Class, Reason}) -> {1, cut(io_lib:format("~p: ~0tP", [Class, Reason, 12]), ?MAX_CALL)};
end_of(_) -> {1, <<>>}.

run(Args, Server, #{entry := {Module, Name}, fuel := Fuel, cells := Cells, modules := Modules, with_calls := WithCalls}) ->
    group_leader(spawn_link(fun bench_slicers_compiled:sink/0), self()),
    put(cells, Cells),
    put(taken, []),
    put(observed, []),
    put(n_observed, 0),
    put(calls, {WithCalls, Modules}),
    put(run, {Server, false, Fuel, ?FUEL, Modules}),
    bench_slicers_virtual:start(Args),
    How = try apply(Module, Name, Args), returned catch Class:Reason -> {crashed, Class, Reason} end,
    Server ! {ended, self(), {0, 0, 0, How}},
    receive bench_slicers_never -> ok end.

%% Called by the program: `full` where there are too many values.
observe(Point, Value, Call, Fuel) ->
    case get(n_observed) of
        ?MAX_VALUES -> full;
        N ->
            put(n_observed, N + 1),
            Told = case get(calls) of
                {true, Modules} -> {Call, stack(Modules)};
                _ -> {none, []}
            end,
            put(observed, [{Point, ?FUEL - max(atomics:get(Fuel, 1), 0), Value, Told} | get(observed)]),
            ok
    end.

stack(Modules) ->
    {current_stacktrace, Stack} = process_info(self(), current_stacktrace),
    [{M, F, A, proplists:get_value(line, Where, 0)} || {M, F, A, Where} <- Stack, lists:member(M, Modules)].

element_of({Point, Ticks, Value, {Call, Stack}}) ->
    bench_slicers_server:has_fun(Value) andalso throw({refused, -2, <<"funs as values">>}),
    [<<Point:16, Ticks:64>>, bench_slicers_protocol:text(cut(io_lib:format("~0tp", [Value]), ?MAX_TEXT)),
     bench_slicers_protocol:text(call(Call)), <<(length(Stack)):16>>, [bench_slicers_protocol:text(frame(F)) || F <- Stack]].

call(none) -> <<>>;
call({Name, Args}) ->
    Shown = lists:join(", ", [io_lib:format("~0tP", [Arg, 40]) || Arg <- Args]),
    cut([io_lib:format("~tp(", [Name]), Shown, ")"], ?MAX_CALL).

frame({Module, Name, Arity, Line}) when is_integer(Arity) ->
    unicode:characters_to_binary(io_lib:format("~tp:~tp/~b, line ~b", [Module, Name, Arity, Line]));
frame({Module, Name, Args, Line}) -> frame({Module, Name, length(Args), Line}).

cut(Text, Max) ->
    case unicode:characters_to_binary(Text) of
        Whole when byte_size(Whole) =< Max -> Whole;
        Whole ->
            Sum = erlang:phash2(erlang:md5(Whole), 1 bsl 32),
            Head = case unicode:characters_to_binary(binary:part(Whole, 0, Max div 4)) of
                {incomplete, Sound, _} -> Sound;
                Sound -> Sound
            end,
            iolist_to_binary([Head, io_lib:format("... ~8.16.0b", [Sum])])
    end.
