-module(program).
-export([main/1]).

%% Splits a text into words and reports the most frequent and the longest.
main(Text) ->
    Words = split(Text, [], []),
    Counts = tally(Words, []),
    {Top, Times} = most(Counts, {none, 0}),
    Longest = longest(Words, ""),
    io:format("~p words~n", [length(Words)]),
    io:format("~s comes ~p times~n", [Top, Times]),
    Longest.

%% The word being read and the words read so far are kept reversed.
split([], [], Words) -> lists:reverse(Words);
split([], Word, Words) -> split([], [], [lists:reverse(Word) | Words]);
split([$\s | Rest], [], Words) -> split(Rest, [], Words);
split([$\s | Rest], Word, Words) ->
    split(Rest, [], [lists:reverse(Word) | Words]);
split([C | Rest], Word, Words) -> split(Rest, [C | Word], Words).

%% One pair per different word.
tally([], Counts) -> Counts;
tally([Word | Rest], Counts) -> tally(Rest, add(Word, Counts)).

add(Word, []) -> [{Word, 1}];
add(Word, [{Word, N} | Rest]) -> [{Word, N + 1} | Rest];
add(Word, [Pair | Rest]) -> [Pair | add(Word, Rest)].

%% The first pair with the highest count.
most([], Best) -> Best;
most([{Word, N} | Rest], {_, Most}) when N > Most -> most(Rest, {Word, N});
most([_ | Rest], Best) -> most(Rest, Best).

longest([], Best) -> Best;
longest([Word | Rest], Best) ->
    Longer = if
        length(Word) > length(Best) -> Word;
        true -> Best
    end,
    longest(Rest, Longer).
