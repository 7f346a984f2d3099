-module(program).
-export([main/1]).


main(Text) ->
    Vowels = lists:filter(fun(C) -> is_vowel(C) end, Text),
    Count = length(Vowels),

    io:format(undef, [Count | undef]),
    undef.



is_vowel($a) -> true;
is_vowel($e) -> true;
is_vowel($i) -> true;
is_vowel($o) -> true;
is_vowel($u) -> true;
is_vowel(_) -> false.
