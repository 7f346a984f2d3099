-module(program).
-export([main/1]).


main(Words) ->
    Numbers = numbers(Words),


    Largest = largest(Numbers, none),


    io:format(undef,           [Largest | undef]).

numbers([]) -> [];
numbers([Word | Words]) when is_integer(Word) -> [Word | numbers(Words)];
numbers([_ | Words]) -> numbers(Words).










largest([], Largest) -> Largest;
largest([Number | Numbers], none) -> largest(Numbers, Number);
largest([Number | Numbers], Largest) when Number > Largest -> largest(Numbers, Number);
largest([_ | Numbers], Largest) -> largest(Numbers, Largest).
