%% Runs programs and their slices and compares what the criterion evaluates to.
%%
%% Argument: a file of jobs `{Id, Entry, Inputs, {Text, Place}, [{Name, Text, Place}]}`, where Place is
%% the {Line, Column} of the criterion's variable and Inputs a list of argument lists.
%% Output: lines `Id Name same|different|invalid|skipped Explanation`.
-module(driver).
-export([main/1, see/1]).

%% Longer sequences are compared up to here.
-define(MAX_VALUES, 2000).
%% A program that needs more has no part in the comparison; a slice may take ten times as long.
-define(LIMIT_MS, 400).

main([File]) ->
    {ok, Jobs} = file:consult(File),
    lists:foreach(fun job/1, Jobs),
    halt(0).

job({Id, Entry, Inputs, {Text, Place}, Slices}) ->
    case load(Text, Place) of
        {ok, Module} ->
            All = fun() -> [run(Module, Entry, Input, ?MAX_VALUES, ?LIMIT_MS) || Input <- Inputs] end,
            Observed = All(),
            case lists:keymember(slow, 1, Observed) of
                true -> say(Id, program, skipped, slow);
                false ->
                    case All() of
                        Observed -> [judge(Id, Entry, lists:zip(Inputs, Observed), Slice) || Slice <- Slices];
                        _ -> say(Id, program, skipped, by_chance)
                    end
            end;
        {error, Why} ->
            say(Id, program, invalid, Why)
    end.

judge(Id, Entry, Expected, {Name, Text, Place}) ->
    case load(Text, Place) of
        {ok, Module} ->
            case lists:filtermap(fun(Case) -> differs(Module, Entry, Case) end, Expected) of
                [] -> say(Id, Name, same, n_values(Expected));
                [Witness | _] -> say(Id, Name, different, Witness)
            end;
        {error, Why} ->
            say(Id, Name, invalid, Why)
    end.

n_values(Expected) -> lists:sum([length(Values) || {_, {_, Values}} <- Expected]).

differs(Module, Entry, {Input, {_, Values}}) ->
    {_, Found} = run(Module, Entry, Input, length(Values), 10 * ?LIMIT_MS),
    case lists:prefix(Values, Found) of
        true -> false;
        false -> {true, {input, Input, expected, Values, found, Found}}
    end.

say(Id, Name, Verdict, Explanation) ->
    io:format("~w ~s ~s ~0p~n", [Id, Name, Verdict, Explanation]).

%% {ended | enough | slow, Values}: what the criterion evaluated to, at most Max values.
run(_, _, _, 0, _) -> {enough, []};
run(Module, Entry, Input, Max, Limit) ->
    Self = self(),
    Options = [monitor, {max_heap_size, #{size => 20000000, kill => true, error_logger => false}}],
    {Pid, Monitor} = spawn_opt(fun() ->
        put(observer, Self),
        try apply(Module, Entry, Input) catch _:_ -> stop end
    end, Options),
    Deadline = erlang:monotonic_time(millisecond) + Limit,
    Result = collect(Pid, Monitor, Max, Deadline, []),
    erlang:demonitor(Monitor, [flush]),
    exit(Pid, kill),
    drop(Pid),
    Result.

collect(_, _, 0, _, Values) -> {enough, lists:reverse(Values)};
collect(Pid, Monitor, Max, Deadline, Values) ->
    Left = max(0, Deadline - erlang:monotonic_time(millisecond)),
    receive
        {value, Pid, Value} -> collect(Pid, Monitor, Max - 1, Deadline, [Value | Values]);
        {'DOWN', Monitor, _, _, _} -> {ended, lists:reverse(Values)}
    after Left -> {slow, lists:reverse(Values)}
    end.

drop(Pid) -> receive {value, Pid, _} -> drop(Pid) after 0 -> ok end.

%% Called by the program at the criterion. `true`, so that it can stand among filters.
see(Value) ->
    get(observer) ! {value, self(), plain(Value)},
    true.

%% Funs of two modules are never equal.
plain(Fun) when is_function(Fun) -> {'fun', erlang:fun_info(Fun, arity)};
plain([Head | Tail]) -> [plain(Head) | plain(Tail)];
plain(Tuple) when is_tuple(Tuple) -> list_to_tuple(plain(tuple_to_list(Tuple)));
plain(Map) when is_map(Map) -> maps:map(fun(_, Value) -> plain(Value) end, Map);
plain(Term) -> Term.

load(Text, Place) ->
    try
        Forms = [observe(rename(Form), Place) || Form <- forms(Text)],
        % With all optimisations: without those on SSA, OTP 25 compiles some matches wrongly.
        case compile:forms(Forms, [binary, return_errors]) of
            {ok, Module, Code} ->
                code:purge(Module),
                {module, Module} = code:load_binary(Module, "program", Code),
                {ok, Module};
            {error, Errors, _} ->
                {error, Errors}
        end
    catch
        throw:Why -> {error, Why}
    end.

rename({attribute, Anno, module, _}) -> {attribute, Anno, module, program};
rename({error, Why}) -> throw(Why);
rename(Form) -> Form.

%% With macros expanded; arguments keep their places.
forms(Text) ->
    ok = file:write_file("program.erl", Text),
    Library = [filename:join(code:lib_dir(stdlib), Folder) || Folder <- ["src", "include"]],
    {ok, Forms} = epp:parse_file("program.erl", [{location, {1, 1}}, {includes, Library}]),
    Forms.

%% The form with `see` called wherever the variable at Place gets or has a value.
observe({var, Place, _} = Var, Place) ->
    {block, Place, [call_see(Var), Var]};
observe({match, Anno, Pattern, Body}, Place) ->
    case variable(Pattern, Place) of
        none ->
            {match, Anno, Pattern, observe(Body, Place)};
        Var ->
            Value = {var, Anno, 'SeenMatch'},
            {block, Anno, [{match, Anno, Value, {match, Anno, Pattern, observe(Body, Place)}}, call_see(Var), Value]}
    end;
observe({clause, Anno, Patterns, Guard, Body}, Place) ->
    Observed = observe(Body, Place),
    case variable(Patterns, Place) of
        none -> {clause, Anno, Patterns, Guard, Observed};
        Var -> {clause, Anno, Patterns, Guard, [call_see(Var) | Observed]}
    end;
observe({Comprehension, Anno, Template, Qualifiers}, Place) when Comprehension =:= lc; Comprehension =:= bc ->
    Observed = lists:flatmap(fun(Qualifier) -> qualifier(Qualifier, Place) end, Qualifiers),
    {Comprehension, Anno, observe(Template, Place), Observed};
observe(Tuple, Place) when is_tuple(Tuple) -> list_to_tuple(observe(tuple_to_list(Tuple), Place));
observe([Head | Tail], Place) -> [observe(Head, Place) | observe(Tail, Place)];
observe(Other, _) -> Other.

qualifier({Generator, Anno, Pattern, Source}, Place) when Generator =:= generate; Generator =:= b_generate ->
    Observed = {Generator, Anno, Pattern, observe(Source, Place)},
    case variable(Pattern, Place) of
        none -> [Observed];
        Var -> [Observed, call_see(Var)]
    end;
qualifier(Filter, Place) ->
    [observe(Filter, Place)].

variable({var, Place, _} = Var, Place) -> Var;
variable(Tuple, Place) when is_tuple(Tuple) -> variable(tuple_to_list(Tuple), Place);
variable([Head | Tail], Place) ->
    case variable(Head, Place) of
        none -> variable(Tail, Place);
        Var -> Var
    end;
variable(_, _) -> none.

call_see({var, Anno, _} = Var) ->
    {call, Anno, {remote, Anno, {atom, Anno, driver}, {atom, Anno, see}}, [Var]}.
