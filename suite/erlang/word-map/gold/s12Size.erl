-module(program).
-export([main/1]).


main({Text, _}) ->
    Words = words(Text, "", []),
    Start = #{counts => #{}},
    Seen = count(Words, Start),
    #{counts := Counts} = Seen,

    Size = maps:size(Counts),
    {undef, Size, undef}.

words([], Word, Words) -> close(Word, Words);
words([C | Rest], Word, Words) when C >= $a, C =< $z ->
    words(Rest, [C | Word], Words);
words([_ | Rest], Word, Words) ->
    words(Rest, "", close(Word, Words)).

close("", Words) -> Words;
close(Word, Words) -> [lists:reverse(Word) | Words].

count([], Seen) -> Seen;
count([Word | Rest], #{counts := Counts} = Seen) ->

    New = Counts#{Word => undef},
    count(Rest, Seen#{counts := New}).
