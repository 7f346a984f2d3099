%% What a program reads of the world around it, made of its input: clocks, random numbers, unique numbers, its process dictionary.
%%
%% A run begins with an empty dictionary, and with a clock and seeds that follow from its arguments: they are the same every time,
%% in the original and in what is left of it, and others for other arguments. The clock goes on with each look at it. Local time is
%% that of Greenwich.
-module(bench_slicers_virtual).
-export([start/1, is_untouched/0, kind/3, call/3]).

-define(STATE, '$bench_slicers_virtual').
%% Microseconds of the monotonic clock when a run begins; real ones are below 0, too.
-define(MONOTONIC, -576460752000000).
-define(UNIQUE, -576460752303423488).

%% Hash of the arguments; looks at the clock, and microseconds that they and sleep took; seeds and unique numbers given.
-record(v, {hash, looks = 0, elapsed = 0, seeds = 0, unique = 0, dictionary = #{}}).

%% What is not read costs no more than this.
start(Args) -> put(?STATE, {arguments, Args}).

%% Whether this run has read nothing of it.
is_untouched() ->
    case get(?STATE) of
        {arguments, _} -> true;
        _ -> false
    end.

state() ->
    case get(?STATE) of
        {arguments, Args} -> #v{hash = erlang:phash2(Args, 1 bsl 32)};
        V -> V
    end.

%% `virtual` for what is answered here, `true` for what depends on its arguments alone, `false` for everything else.
kind(Module, Name, Arity) ->
    Has = fun(Functions) -> lists:member(Arity, proplists:get_value(Name, Functions, [])) end,
    case {Has(virtual(Module)), Has(pure(Module))} of
        {true, _} -> virtual;
        {_, IsPure} -> IsPure
    end.

virtual(erlang) ->
    [{put, [2]}, {get, [0, 1]}, {get_keys, [0, 1]}, {erase, [0, 1]}, {now, [0]}, {timestamp, [0]}, {date, [0]},
     {time, [0]}, {localtime, [0]}, {universaltime, [0]}, {system_time, [0, 1]}, {monotonic_time, [0, 1]},
     {time_offset, [0, 1]}, {unique_integer, [0, 1]}];
virtual(os) -> [{timestamp, [0]}, {system_time, [0, 1]}, {perf_counter, [0, 1]}];
virtual(calendar) ->
    [{local_time, [0]}, {universal_time, [0]}, {iso_week_number, [0]}, {now_to_local_time, [1]},
     {system_time_to_local_time, [2]}, {local_time_to_universal_time, [1]},
     {local_time_to_universal_time_dst, [1]}, {universal_time_to_local_time, [1]}];
virtual(timer) -> [{tc, [1, 2]}, {sleep, [1]}];
virtual(rand) ->
    [{seed, [1, 2]}, {seed_s, [1]}, {uniform, [0, 1]}, {uniform_real, [0]}, {bytes, [1]}, {normal, [0, 2]}, {jump, [0]},
     {export_seed, [0]}];
virtual(random) -> [{seed, [0, 1, 3]}, {uniform, [0, 1]}];
virtual(_) -> [].

pure(erlang) -> [{convert_time_unit, [3]}, {make_ref, [0]}];
pure(calendar) ->
    [{date_to_gregorian_days, [1, 3]}, {datetime_to_gregorian_seconds, [1]}, {day_of_the_week, [1, 3]},
     {gregorian_days_to_date, [1]}, {gregorian_seconds_to_datetime, [1]}, {is_leap_year, [1]},
     {iso_week_number, [1]}, {last_day_of_the_month, [2]}, {now_to_datetime, [1]}, {now_to_universal_time, [1]},
     {seconds_to_daystime, [1]}, {seconds_to_time, [1]}, {system_time_to_universal_time, [2]},
     {time_difference, [2]}, {time_to_seconds, [1]}, {valid_date, [1, 3]}];
pure(timer) -> [{now_diff, [2]}, {seconds, [1]}, {minutes, [1]}, {hours, [1]}, {hms, [3]}];
pure(rand) ->
    [{seed_s, [2]}, {uniform_s, [1, 2]}, {uniform_real_s, [1]}, {bytes_s, [2]}, {normal_s, [1, 3]}, {jump, [1]},
     {export_seed_s, [1]}];
pure(random) -> [{seed0, [0]}, {uniform_s, [1, 2]}];
pure(_) -> [].

call(erlang, put, [Key, Value]) ->
    V = #v{dictionary = Dictionary} = state(),
    put(?STATE, V#v{dictionary = Dictionary#{Key => Value}}),
    maps:get(Key, Dictionary, undefined);
call(erlang, get, []) -> maps:to_list((state())#v.dictionary);
call(erlang, get, [Key]) -> maps:get(Key, (state())#v.dictionary, undefined);
call(erlang, get_keys, []) -> maps:keys((state())#v.dictionary);
call(erlang, get_keys, [Value]) -> [Key || {Key, Found} <- maps:to_list((state())#v.dictionary), Found =:= Value];
call(erlang, erase, []) ->
    V = #v{dictionary = Dictionary} = state(),
    put(?STATE, V#v{dictionary = #{}}),
    maps:to_list(Dictionary);
call(erlang, erase, [Key]) ->
    V = #v{dictionary = Dictionary} = state(),
    put(?STATE, V#v{dictionary = maps:remove(Key, Dictionary)}),
    maps:get(Key, Dictionary, undefined);
call(erlang, unique_integer, []) -> ?UNIQUE + unique();
call(erlang, unique_integer, [Modifiers]) ->
    case lists:all(fun(M) -> M =:= positive orelse M =:= monotonic end, Modifiers) of
        false -> error(badarg);
        true ->
            case lists:member(positive, Modifiers) of
                true -> unique();
                false -> ?UNIQUE + unique()
            end
    end;
call(erlang, time_offset, []) -> native(offset(state()));
call(erlang, time_offset, [Unit]) -> in(Unit, offset(state()));
call(erlang, monotonic_time, []) -> native(monotonic());
call(erlang, monotonic_time, [Unit]) -> in(Unit, monotonic());
call(erlang, date, []) -> element(1, datetime());
call(erlang, time, []) -> element(2, datetime());
call(os, perf_counter, []) -> native(monotonic());
call(os, perf_counter, [Unit]) -> in(Unit, monotonic());
call(Module, system_time, []) when Module =:= erlang; Module =:= os -> native(system());
call(Module, system_time, [Unit]) when Module =:= erlang; Module =:= os -> in(Unit, system());
call(Module, Name, []) when Module =/= calendar, Name =:= now; Module =/= calendar, Name =:= timestamp ->
    Now = system(),
    {Now div 1000000000000, Now div 1000000 rem 1000000, Now rem 1000000};
call(Module, _, []) when Module =:= erlang -> datetime();
call(calendar, iso_week_number, []) -> calendar:iso_week_number(element(1, datetime()));
call(calendar, _, []) -> datetime();
call(calendar, now_to_local_time, [Now]) -> calendar:now_to_universal_time(Now);
call(calendar, system_time_to_local_time, [Time, Unit]) -> calendar:system_time_to_universal_time(Time, Unit);
call(calendar, local_time_to_universal_time_dst, [Local]) -> [valid(Local)];
call(calendar, _, [Time]) -> valid(Time);
call(timer, sleep, [infinity]) -> bench_slicers_runtime:stop(fuel);
call(timer, sleep, [Time]) when is_integer(Time), Time >= 0, Time =< 16#FFFFFFFF -> elapse(Time * 1000), ok;
call(timer, sleep, [_]) -> error(timeout_value);
call(timer, tc, [Fun]) -> timed(Fun, []);
call(timer, tc, [Fun, Args]) -> timed(Fun, Args);
call(rand, Name, [Algorithm]) when is_atom(Algorithm), Name =:= seed; is_atom(Algorithm), Name =:= seed_s ->
    Seed = seed(),
    stateful(rand_seed, fun() -> rand:Name(Algorithm, Seed) end);
call(rand, Name, Args) ->
    lists:member(Name, [uniform, uniform_real, bytes, normal, jump]) andalso seeded(),
    stateful(rand_seed, fun() -> apply(rand, Name, Args) end);
call(random, Name, Args) ->
    stateful(random_seed, fun() -> apply(random, Name, Args) end).

unique() ->
    V = #v{hash = Hash, unique = N} = state(),
    put(?STATE, V#v{unique = N + 1}),
    (Hash band 16#FFFF) + N + 1.

%% Microseconds since 1970, of a time in the first 68 years: later than the last look.
system() ->
    look(),
    V = state(),
    start_of(V) + V#v.elapsed.

monotonic() ->
    look(),
    ?MONOTONIC + (state())#v.elapsed.

offset(V) -> start_of(V) - ?MONOTONIC.

start_of(#v{hash = Hash}) -> (Hash bsr 1) * 1000000 + erlang:phash2({Hash, start}, 1000000).

%% A look takes from 1 microsecond to half a second.
look() ->
    V = #v{hash = Hash, looks = N} = state(),
    put(?STATE, V#v{looks = N + 1}),
    Chance = erlang:phash2({Hash, N}, 1 bsl 32),
    elapse(1 + (Chance band ((1 bsl (4 + (Chance bsr 28))) - 1))).

elapse(Time) ->
    V = #v{elapsed = Before} = state(),
    put(?STATE, V#v{elapsed = Before + Time}).

native(Time) -> in(native, Time).

in(Unit, Time) -> erlang:convert_time_unit(Time, microsecond, Unit).

datetime() -> calendar:system_time_to_universal_time(system(), microsecond).

valid({{Year, Month, Day}, {Hour, Minute, Second}} = Time)
        when is_integer(Year), is_integer(Month), is_integer(Day), Hour >= 0, Hour < 24, Minute >= 0, Minute < 60,
             Second >= 0, Second < 60 ->
    calendar:valid_date(Year, Month, Day) orelse error(badarg),
    Time;
valid(_) -> error(badarg).

timed(Fun, Args) ->
    Before = monotonic(),
    Value = apply(Fun, Args),
    {monotonic() - Before, Value}.

seed() ->
    V = #v{hash = Hash, seeds = N} = state(),
    put(?STATE, V#v{seeds = N + 1}),
    erlang:phash2({Hash, seed, N}, 1 bsl 32).

%% A generator that nobody has given a seed.
seeded() ->
    case state() of
        #v{dictionary = #{rand_seed := _}} -> ok;
        _ -> call(rand, seed, [exsss]), ok
    end.

%% Generators keep their state in the dictionary of the process: in that of the program, while they run.
stateful(Key, Run) ->
    case (state())#v.dictionary of
        #{Key := State} -> put(Key, State);
        _ -> ok
    end,
    try Run()
    after
        V = #v{dictionary = Dictionary} = state(),
        put(?STATE, V#v{dictionary = case erase(Key) of
            undefined -> Dictionary;
            State2 -> Dictionary#{Key => State2}
        end})
    end.
