-module(program).
-export([main/1]).


main(Words) ->
    {Sum, _, _}             = run(Words, 0, undef, undef),
    io:format(undef,       [Sum | undef]),

    undef.

run([], Sum, _, _)             ->
    {Sum, undef, undef};
run([done | _], Sum, _, _)             ->
    {Sum, undef, undef};
run([Word | Words], Sum, _, _)             when is_integer(Word) ->
    run(Words, Sum + Word, undef, undef);
run([_ | Words], Sum, _, _)             ->
    run(Words, Sum, undef, undef).
