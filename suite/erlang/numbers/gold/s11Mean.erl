-module(program).
-export([main/1]).


main(Words) ->
    Numbers = numbers(Words),

    Mean = mean(total(Numbers), count(Numbers)),


    io:format(undef,        [Mean | undef]),
    undef.

numbers([]) -> [];
numbers([Word | Words]) when is_integer(Word) -> [Word | numbers(Words)];
numbers([_ | Words]) -> numbers(Words).

count([]) -> 0;
count([_ | Rest]) -> 1 + count(Rest).

total([]) -> 0;
total([Number | Numbers]) -> Number + total(Numbers).

mean(_, 0) -> none;
mean(Total, Count) -> Total div Count.
