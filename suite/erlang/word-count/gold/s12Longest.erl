-module(program).
-export([main/1]).


main(Text) ->
    Words = split(Text, [], []),


    Longest = longest(Words, ""),


    Longest.


split([], [], Words) -> lists:reverse(Words);
split([], Word, Words) -> split([], [], [lists:reverse(Word) | Words]);

split([$\s | Rest], Word, Words) ->
    split(Rest, [], [lists:reverse(Word) | Words]);
split([C | Rest], Word, Words) -> split(Rest, [C | Word], Words).














longest([], Best) -> Best;
longest([Word | Rest], Best) ->
    Longer = if
        length(Word) > length(Best) -> Word;
        true -> Best
    end,
    longest(Rest, Longer).
