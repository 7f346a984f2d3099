-module(program).
-export([main/1]).


main(Words) ->
    {_, _,         Skipped} = run(Words, undef, undef, 0),


    io:format(undef,              [Skipped | undef]).

run([], _, _,         Skipped) ->
    {undef, undef, Skipped};
run([done | _], _, _,         Skipped) ->
    {undef, undef, Skipped};
run([Word | Words], _, _,         Skipped) when is_integer(Word) ->
    run(Words, undef, undef,                     Skipped);
run([_ | Words], _, _,         Skipped) ->
    run(Words, undef, undef, Skipped + 1).
