%% Sets of switches: those that a run asked for, and those that candidates delete.
%%
%% Deletions are as they travel: three bytes for each, switch:16 and mode:8, in the order of switches.
-module(bench_slicers_switches).
-export([asked/1, asked_by_killed/2, bits/2, changed/2, common/2, listed/1, modes/3, union/2]).

-include("closures.hrl").

%% The switches that the run which ended asked for itself, in any order; nothing is noted any more.
asked(Trace) ->
    {_, Asked, Again} = get(asked),
    Noted = [Switch || Switch <- Asked, is_integer(Switch)] ++ Again,
    lists:foreach(fun(Switch) -> counters:put(Trace, Switch, 0) end, Noted),
    Noted.

%% The same of a run whose process is gone, and its list with it.
asked_by_killed(Trace, N) ->
    Asked = [Switch || Switch <- lists:seq(1, N), counters:get(Trace, Switch) =:= 1],
    lists:foreach(fun(Switch) -> counters:put(Trace, Switch, 0) end, Asked),
    Asked.

%% One bit for each of N switches.
bits(Switches, N) -> bits(lists:sort(Switches), 1, N, <<>>).

bits([Switch | Rest], Next, N, Bits) ->
    Gap = Switch - Next,
    bits(Rest, Switch + 1, N, <<Bits/bitstring, 0:Gap, 1:1>>);
bits([], Next, N, Bits) ->
    Gap = (N + 7) band -8 - Next + 1,
    <<Bits/bitstring, 0:Gap>>.

%% The switches of bits.
listed(Bits) -> listed(Bits, 1).

listed(<<1:1, Rest/bitstring>>, Switch) -> [Switch | listed(Rest, Switch + 1)];
listed(<<0:1, Rest/bitstring>>, Switch) -> listed(Rest, Switch + 1);
listed(<<>>, _) -> [].

union(A, B) ->
    Size = bit_size(A),
    <<NumberA:Size>> = A,
    <<NumberB:Size>> = B,
    <<(NumberA bor NumberB):Size>>.

%% Switches on which two sets of deletions differ, some of them twice.
changed(A, B) ->
    {InA, InB} = apart(A, B),
    changed_in(InA, InB).

changed_in([Same | A], [Same | B]) -> changed_in(A, B);
changed_in([{Switch, _} | A], B = [{Other, _} | _]) when Switch =< Other -> [Switch | changed_in(A, B)];
changed_in(A, [{Other, _} | B]) -> [Other | changed_in(A, B)];
changed_in(A, []) -> [Switch || {Switch, _} <- A].

%% What both sets delete.
common(A, B) ->
    Prefix = prefix(A, B),
    Suffix = suffix(A, B, Prefix),
    {InA, InB} = apart(A, B),
    Middle = << <<Switch:16, Mode>> || {Switch, Mode} = Same <- InA, lists:member(Same, InB) >>,
    <<(binary:part(A, 0, Prefix))/binary, Middle/binary, (binary:part(A, byte_size(A), -Suffix))/binary>>.

%% What is not the same at the beginning and at the end: most candidates differ in one place.
apart(A, B) ->
    Prefix = prefix(A, B),
    Suffix = suffix(A, B, Prefix),
    Part = fun(All) -> listed_deletions(binary:part(All, Prefix, byte_size(All) - Prefix - Suffix)) end,
    {Part(A), Part(B)}.

listed_deletions(Deletions) -> [{Switch, Mode} || <<Switch:16, Mode>> <= Deletions].

prefix(A, B) -> whole(binary:longest_common_prefix([A, B])).

suffix(A, B, Prefix) ->
    Rest = fun(All) -> binary:part(All, Prefix, byte_size(All) - Prefix) end,
    whole(binary:longest_common_suffix([Rest(A), Rest(B)])).

whole(NBytes) -> NBytes - NBytes rem 3.

%% The modes of a set of deletions, made of those of another one.
modes(Modes, Deletions, Deletions) ->
    Modes;
modes(Modes, From, To) ->
    {Removed, Added} = apart(From, To),
    Cleared = lists:foldl(fun({Switch, _}, At) -> with_mode(At, Switch, 0) end, Modes, Removed),
    lists:foldl(fun({Switch, Mode}, At) -> with_mode(At, Switch, Mode) end, Cleared, Added).

with_mode(Modes, Switch, Mode) ->
    Chunk = element(?CHUNK_OF(Switch), Modes),
    setelement(?CHUNK_OF(Switch), Modes, setelement(?PLACE_IN_CHUNK(Switch), Chunk, Mode)).
