-module(program).
-export([main/1]).


main({Text, _}) ->
    Words = words(Text, "", []),
    Start = #{longest => 0},
    Seen = count(Words, Start),
    #{longest := Longest} = Seen,


    {undef, undef, Longest}.

words([], Word, Words) -> close(Word, Words);
words([C | Rest], Word, Words) when C >= $a, C =< $z ->
    words(Rest, [undef | Word], Words);
words([_ | Rest], Word, Words) ->
    words(Rest, "", close(Word, Words)).


close(Word, Words) -> [lists:reverse(Word) | Words].

count([], Seen) -> Seen;
count([Word | Rest], #{longest := Longest} = Seen) ->


    count(Rest, Seen#{longest := max(Longest, length(Word))}).
