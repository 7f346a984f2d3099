-module(program).
-export([main/1]).

%% Tells the mean and the largest of the numbers among some words.
main(Words) ->
    Numbers = numbers(Words),
    Skipped = count(Words) - count(Numbers),
    Mean = mean(total(Numbers), count(Numbers)),
    Largest = largest(Numbers, none),
    io:format("skipped words: ~p~n", [Skipped]),
    io:format("mean: ~p~n", [Mean]),
    io:format("largest: ~p~n", [Largest]).

numbers([]) -> [];
numbers([Word | Words]) when is_integer(Word) -> [Word | numbers(Words)];
numbers([_ | Words]) -> numbers(Words).

count([]) -> 0;
count([_ | Rest]) -> 1 + count(Rest).

total([]) -> 0;
total([Number | Numbers]) -> Number + total(Numbers).

mean(_, 0) -> none;
mean(Total, Count) -> Total div Count.

largest([], Largest) -> Largest;
largest([Number | Numbers], none) -> largest(Numbers, Number);
largest([Number | Numbers], Largest) when Number > Largest -> largest(Numbers, Number);
largest([_ | Numbers], Largest) -> largest(Numbers, Largest).
