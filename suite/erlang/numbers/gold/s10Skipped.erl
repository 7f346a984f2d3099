-module(program).
-export([main/1]).


main(Words) ->
    Numbers = numbers(Words),
    Skipped = count(Words) - count(Numbers),


    io:format(undef,                 [Skipped | undef]),

    undef.

numbers([]) -> [];
numbers([Word | Words]) when is_integer(Word) -> [undef | numbers(Words)];
numbers([_ | Words]) -> numbers(Words).

count([]) -> 0;
count([_ | Rest]) -> 1 + count(Rest).
