-module(program).
-export([main/1]).


main(Text) ->
    Words = split(Text, [], []),
    Counts = tally(Words, []),
    {Top, _} = most(Counts, {none, 0}),


    io:format(undef, [Top | undef]),
    undef.


split([], [], Words) -> lists:reverse(Words);
split([], Word, Words) -> split([], [], [lists:reverse(Word) | Words]);
split([$\s | Rest], [], Words) -> split(Rest, [], Words);
split([$\s | Rest], Word, Words) ->
    split(Rest, [], [lists:reverse(Word) | Words]);
split([C | Rest], Word, Words) -> split(Rest, [C | Word], Words).


tally([], Counts) -> Counts;
tally([Word | Rest], Counts) -> tally(Rest, add(Word, Counts)).

add(Word, []) -> [{Word, 1}];
add(Word, [{Word, N} | Rest]) -> [{Word, N + 1} | Rest];
add(Word, [Pair | Rest]) -> [Pair | add(Word, Rest)].


most([], Best) -> Best;
most([{Word, N} | Rest], {_, Most}) when N > Most -> most(Rest, {Word, N});
most([_ | Rest], Best) -> most(Rest, Best).
