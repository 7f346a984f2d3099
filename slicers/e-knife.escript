%% Says whether e-Knife's jinterface can talk to this Erlang: one that cannot tries again for ever.
%% Called with the tool's folder. Prints the jar that Java will take; else why not, and ends with exit code 1.

-mode(compile).

-define(NODE, "com/ericsson/otp/erlang/AbstractNode.class").

main([Folder]) ->
    Release = list_to_integer(erlang:system_info(otp_release)),
    %% The order of the adapter's class path.
    Jars = [filename:join(Folder, "OtpErlang.jar") | filelib:wildcard(filename:join(Folder, "*.jar"))],
    case first(Jars) of
        none ->
            refuse("no jar has it");
        {Jar, Class} ->
            %% OTP 25 refuses nodes that do not know the flag of this name.
            case Release < 25 orelse binary:match(Class, <<"dFlagBigCreation">>) =/= nomatch of
                true -> io:format("~ts~n", [Jar]);
                false -> refuse(io_lib:format("~ts is too old for OTP ~w", [Jar, Release]))
            end
    end.

first([]) -> none;
first([Jar | Jars]) ->
    case zip:unzip(Jar, [memory, {file_list, [?NODE]}]) of
        {ok, [{_, Class}]} -> {Jar, Class};
        _ -> first(Jars)
    end.

refuse(Why) ->
    io:format("~ts~n", [Why]),
    halt(1).
