#!/usr/bin/env escript
%% Runs `main/0` of the module `small` in each file that is named, and prints what its calls of `see:see/1` were given, a line for
%% each: the number of the file, a blank, the value. A file that does not compile has a line with `refused`.
main(Files) ->
    {ok, see, See} = compile:forms(see_forms(), []),
    {module, see} = code:load_binary(see, "see.erl", See),
    logger:set_primary_config(level, none),
    lists:foreach(fun({Idx, File}) -> run(Idx, File) end, lists:enumerate(0, Files)).

run(Idx, File) ->
    case compile:file(File, [binary, return_errors]) of
        {ok, small, Small} ->
            code:purge(small),
            {module, small} = code:load_binary(small, File, Small),
            [io:format("~b ~0p~n", [Idx, Value]) || Value <- values()];
        Refused ->
            io:format("~b refused: ~0p~n", [Idx, Refused])
    end.

values() ->
    Before = processes(),
    Self = self(),
    Collector = spawn(fun() -> collect(Self, []) end),
    register(seen, Collector),
    {Pid, Ref} = spawn_monitor(fun() -> small:main() end),
    receive {'DOWN', Ref, process, Pid, _} -> ok after 5000 -> ok end,
    Collector ! give,
    Values = receive {given, Given} -> Given end,
    [exit(Left, kill) || Left <- processes() -- Before],
    [receive after 1 -> ok end || Left <- processes() -- Before, is_process_alive(Left)],
    Values.

collect(Parent, Values) ->
    receive
        {value, Value} -> collect(Parent, [Value | Values]);
        give -> Parent ! {given, lists:reverse(Values)}
    end.

see_forms() ->
    Texts = ["-module(see).", "-export([see/1]).", "see(X) -> seen ! {value, X}, X."],
    [begin {ok, Tokens, _} = erl_scan:string(Text), {ok, Form} = erl_parse:parse_form(Tokens), Form end || Text <- Texts].
