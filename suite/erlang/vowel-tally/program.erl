-module(program).
-export([main/1]).

%% Counts the vowels and the words of a text.
main(Text) ->
    Vowels = lists:filter(fun(C) -> is_vowel(C) end, Text),
    Count = length(Vowels),
    Words = 1 + length([C || C <- Text, C =:= $\s]),
    io:format("~p vowels~n", [Count]),
    io:format("~p words~n", [Words]),
    ok.

is_vowel($a) -> true;
is_vowel($e) -> true;
is_vowel($i) -> true;
is_vowel($o) -> true;
is_vowel($u) -> true;
is_vowel(_) -> false.

%% Left over from an older report.
is_digit(C) -> C >= $0 andalso C =< $9.
