-module(program).
-export([main/1]).


main({Text, Wanted}) ->
    Words = words(Text, "", []),
    Start = #{counts => #{}},
    Seen = count(Words, Start),
    #{counts := Counts} = Seen,
    Found = look(Wanted, Counts),

    {Found, undef, undef}.

words([], Word, Words) -> close(Word, Words);
words([C | Rest], Word, Words) when C >= $a, C =< $z ->
    words(Rest, [C | Word], Words);
words([_ | Rest], Word, Words) ->
    words(Rest, "", close(Word, Words)).

close("", Words) -> Words;
close(Word, Words) -> [lists:reverse(Word) | Words].

count([], Seen) -> Seen;
count([Word | Rest], #{counts := Counts} = Seen) ->
    Old = look(Word, Counts),
    New = Counts#{Word => Old + 1},
    count(Rest, Seen#{counts := New}).

look(Word, Counts) ->
    case Counts of
        #{Word := N} -> N;
        _ -> 0
    end.
