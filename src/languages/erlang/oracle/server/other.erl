%% A program that a slicer returned, in the place of the original: compiled as candidates are that are confirmed. What it
%% may do is looked at first, since nobody chose what it says.
-module(bench_slicers_other).
-export([trial/2]).

%% Words of heap and milliseconds for compiling, and milliseconds for a run: no program of a suite needs as much, and
%% fuel ends a run long before.
-define(COMPILE_WORDS, 64000000).
-define(COMPILE_MS, 60000).
-define(RUN_MS, 30000).
%% Characters of a value.
-define(MAX_TEXT, 200).

trial(#{folder := Folder, files := Files, has_criterion := HasCriterion}, {{Module, Entry}, Fuel, Inputs}) ->
    case prepared(unicode:characters_to_list(Folder), Files, Module, Entry) of
        {ok, _, _} when not HasCriterion -> bench_slicers_protocol:verdict(5, 0, 0, 0);
        {ok, Main, Compiled} -> judged(Main, Entry, Compiled, Fuel, Inputs);
        {invalid, Why} -> bench_slicers_protocol:reason(3, Why);
        {forbidden, What} -> bench_slicers_protocol:reason(4, What)
    end.

judged(Main, {Name, _}, Compiled, Fuel, Inputs) ->
    Modules = [bench_slicers_compiled:load(M, Path, Beam) || {M, Path, Beam} <- Compiled],
    Program = #{entry => {Main, Name}, fuel => Fuel, modules => Modules, patience => ?RUN_MS},
    Found = bench_slicers_compiled:judge(Inputs, 0, 0, Program),
    bench_slicers_compiled:unload(Modules),
    case Found of
        {0, _, _, Ticks, _} -> bench_slicers_protocol:verdict(0, 0, 0, Ticks);
        {_, Input, Position, Ticks, How} ->
            {_, Expected, _} = lists:nth(Input + 1, Inputs),
            [bench_slicers_protocol:verdict(1, Input, Position, Ticks),
             [bench_slicers_protocol:text(Text) || Text <- [wanted(Position, Expected), got(How)]]]
    end.

wanted(Position, Expected) when Position < length(Expected) ->
    case lists:nth(Position + 1, Expected) of
        {Value, _} -> text("~0tp", [Value]);
        _ -> got(returned)
    end;
wanted(_, _) -> got(returned).

got({value, Value}) -> text("~0tp", [Value]);
got(returned) -> <<"no value: the run ends">>;
got(fuel) -> <<"no value: out of fuel">>;
got(memory) -> <<"no value: out of memory">>;
got({crashed, Class, Reason}) -> text("no value: ~p: ~0tP", [Class, Reason, 12]).

text(Format, Args) ->
    Text = lists:flatten(io_lib:format(Format, Args, [{chars_limit, ?MAX_TEXT}])),
    unicode:characters_to_binary(Text).

%% In a process of its own, with limits: macros can make much of little.
prepared(Folder, Files, Module, Entry) ->
    Work = fun() ->
        exit({prepared, try prepare(Folder, Files, Module, Entry) catch throw:Refused -> Refused end})
    end,
    {Pid, Monitor} = spawn_opt(Work, [monitor, {max_heap_size, #{size => ?COMPILE_WORDS, kill => true,
                                                                 error_logger => false}}]),
    receive
        {'DOWN', Monitor, process, Pid, {prepared, {invalid, Error}}} -> {invalid, located(Error)};
        {'DOWN', Monitor, process, Pid, {prepared, Prepared}} -> Prepared;
        {'DOWN', Monitor, process, Pid, _} -> {invalid, <<"the compiler fails on it">>}
    after ?COMPILE_MS ->
        exit(Pid, kill),
        receive {'DOWN', Monitor, process, Pid, _} -> {invalid, <<"the compiler does not come to an end">>} end
    end.

located({{Line, _}, Tool, What}) -> located({Line, Tool, What});
located({Line, _, _} = Error) when is_integer(Line) ->
    iolist_to_binary([text("line ~b: ", [Line]), bench_slicers_compiled:message(Error)]);
located(Why) when is_binary(Why) -> Why;
located(Error) -> bench_slicers_compiled:message(Error).

prepare(Folder, Files, Module, Entry) ->
    Parsed = [bench_slicers_compiled:parsed(Folder, File) || File <- Files],
    Names = [Name || {Name, _, _} <- Parsed],
    [forbid("a module named `~ts`", [Name]) || Name <- Names, is_taken(Name)],
    [check(Path, Forms, Names) || {_, Path, Forms} <- Parsed],
    Compiled = [{Name, Path, bench_slicers_compiled:beam([plain(Form) || Form <- Forms])}
                || {Name, Path, Forms} <- Parsed],
    {ok, main(Module, Entry, Parsed), Compiled}.

%% Slicers rename modules; what is loaded must not replace what this machine runs on.
is_taken(Name) ->
    lists:prefix("bench_slicers", atom_to_list(Name)) orelse code:which(Name) =/= non_existing.

main(Module, {Name, Arity} = Entry, Parsed) ->
    Main = case {lists:keyfind(Module, 1, Parsed), Parsed} of
        {false, [Only]} -> Only;
        {Found, _} -> Found
    end,
    case Main =/= false andalso is_exported(Entry, element(3, Main)) of
        true -> element(1, Main);
        false -> throw({invalid, text("no function `~ts/~b` is exported", [Name, Arity])})
    end.

is_exported(Entry, Forms) ->
    lists:any(fun
        ({attribute, _, export, Exports}) -> lists:member(Entry, Exports);
        ({attribute, _, compile, Options}) -> lists:member(export_all, options(Options));
        (_) -> false
    end, Forms).

options(Options) when is_list(Options) -> Options;
options(Option) -> [Option].

%% Options that change which functions are meant; others can load code into the compiler.
plain({attribute, A, compile, Options}) ->
    Kept = [Option || Option <- options(Options),
                      Option =:= export_all orelse Option =:= no_auto_import
                          orelse is_tuple(Option) andalso element(1, Option) =:= no_auto_import],
    {attribute, A, compile, Kept};
plain(Form) ->
    Form.

forbid(Format, Args) -> throw({forbidden, text(Format, Args)}).

check(Path, Forms, Names) ->
    Own = [{Name, Arity} || {function, _, Name, Arity, _} <- Forms],
    lists:foreach(fun
        ({attribute, _, file, {File, _}}) when File =/= Path -> forbid("text of another file", []);
        ({attribute, _, Name, _}) when Name =:= import; Name =:= on_load; Name =:= nifs ->
            forbid("the attribute `-~ts`", [Name]);
        ({attribute, _, record, Definition}) -> walk(Definition, Own, Names);
        ({function, _, _, _, Clauses}) -> walk(Clauses, Own, Names);
        (_) -> ok
    end, Forms).

walk({call, _, {remote, _, {atom, _, Module}, {atom, _, Name}}, Args}, Own, Names) ->
    permit(Module, Name, length(Args), Names),
    walk(Args, Own, Names);
walk({call, _, {atom, _, apply}, Args}, Own, Names) when length(Args) =:= 2; length(Args) =:= 3 ->
    walk(Args, Own, Names);
walk({call, _, {atom, _, Name}, Args}, Own, Names) ->
    permit_local(Name, length(Args), Own, Names),
    walk(Args, Own, Names);
walk({'fun', _, {function, Name, Arity}}, Own, Names) ->
    permit_local(Name, Arity, Own, Names);
walk({'fun', _, {function, {atom, _, Module}, {atom, _, Name}, {integer, _, Arity}}}, _, Names)
        when {Module, Name} =/= {erlang, apply} ->
    permit(Module, Name, Arity, Names);
walk({'fun', _, {function, _, _, _}}, _, _) ->
    forbid("a `fun` of a computed name", []);
walk({'receive', _, _}, _, _) -> forbid("`receive`", []);
walk({'receive', _, _, _, _}, _, _) -> forbid("`receive`", []);
walk({op, _, '!', _, _}, _, _) -> forbid("`!`", []);
walk(Tuple, Own, Names) when is_tuple(Tuple) -> walk(tuple_to_list(Tuple), Own, Names);
walk([Head | Tail], Own, Names) -> walk(Head, Own, Names), walk(Tail, Own, Names);
walk(_, _, _) -> ok.

permit_local(Name, Arity, Own, Names) ->
    case lists:member({Name, Arity}, Own) orelse not erl_internal:bif(Name, Arity) of
        true -> ok;
        false -> permit(erlang, Name, Arity, Names)
    end.

permit(erlang, apply, Arity, _) when Arity =:= 2; Arity =:= 3 -> ok;
permit(Module, Name, Arity, Names) ->
    case lists:member(Module, Names) orelse bench_slicers_allowed:allowed(Module, Name, Arity) of
        false -> forbid("a call of `~ts:~ts/~b`", [Module, Name, Arity]);
        _ -> ok
    end.
