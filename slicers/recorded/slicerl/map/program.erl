-module(program).
-export([main/1]).

%% Counts the words of a text, and looks some of them up.
main({Text, Wanted}) ->
    Words = words(Text, "", []),
    Start = #{longest => 0, counts => #{}},
    Seen = count(Words, Start),
    #{counts := Counts, longest := Longest} = Seen,
    Found = look(Wanted, Counts),
    Size = maps:size(Counts),
    {Found, Size, Longest}.

words([], Word, Words) -> close(Word, Words);
words([C | Rest], Word, Words) when C >= $a, C =< $z ->
    words(Rest, [C | Word], Words);
words([_ | Rest], Word, Words) ->
    words(Rest, "", close(Word, Words)).

close("", Words) -> Words;
close(Word, Words) -> [lists:reverse(Word) | Words].

count([], Seen) -> Seen;
count([Word | Rest], #{counts := Counts, longest := Longest} = Seen) ->
    Old = look(Word, Counts),
    New = Counts#{Word => Old + 1},
    count(Rest, Seen#{counts := New, longest := max(Longest, length(Word))}).

look(Word, Counts) ->
    case Counts of
        #{Word := N} -> N;
        _ -> 0
    end.
