#!/usr/bin/env escript
%% Reprints Erlang programs: print.escript IN OUT writes OUT/<printer>/<path> for each IN/<path>, or <path>.refused with the reason.
-mode(compile).

main([Source, Target]) ->
    Paths = filelib:fold_files(Source, "[.]erl$", true, fun(Path, Paths) -> [Path | Paths] end, []),
    [reprint(Path, string:prefix(Path, Source ++ "/"), Target) || Path <- lists:sort(Paths)].

reprint(Path, Relative, Target) ->
    [write(filename:join([Target, Name, Relative]), Path, Print) || {Name, Print} <- printers()].

write(Out, Path, Print) ->
    ok = filelib:ensure_dir(Out),
    try unicode:characters_to_binary(Print(Path)) of
        Text when is_binary(Text) -> ok = file:write_file(Out, Text)
    catch
        _:Reason -> ok = file:write_file(Out ++ ".refused", io_lib:format("~tp", [Reason]))
    end.

printers() ->
    [
        {"erl_prettypr", fun(Path) -> pretty(Path, []) end},
        {"erl_prettypr, narrow", fun(Path) -> pretty(Path, [{paper, 50}, {ribbon, 40}]) end},
        {"erl_pp behind epp", fun expanded/1}
    ].

%% The text as it is, macros unexpanded, with its comments.
pretty(Path, Options) ->
    {ok, Forms} = epp_dodger:parse_file(Path, [{encoding, utf8}]),
    [] = [Form || Form <- Forms, erl_syntax:type(Form) =:= error_marker],
    Tree = erl_recomment:recomment_forms(Forms, erl_comment_scan:file(Path)),
    erl_prettypr:format(Tree, [{encoding, utf8} | Options]).

%% What the compiler sees of this file, without comments.
expanded(Path) ->
    {ok, Forms} = epp:parse_file(Path, [{includes, [filename:dirname(Path)]}]),
    [erl_pp:form(Form, [{encoding, unicode}]) || Form <- own(Forms, Path, true)].

%% Forms of this file alone, not of what it includes.
own([{attribute, _, file, {File, _}} | Forms], Path, _) -> own(Forms, Path, File =:= Path);
own([{eof, _} | Forms], Path, IsOwn) -> own(Forms, Path, IsOwn);
own([{error, Reason} | _], _, _) -> error(Reason);
own([{warning, _} | Forms], Path, IsOwn) -> own(Forms, Path, IsOwn);
own([Form | Forms], Path, true) -> [Form | own(Forms, Path, true)];
own([_ | Forms], Path, false) -> own(Forms, Path, false);
own([], _, _) -> [].
