%% Runs that begin as a run that is known, and come back to it.
%%
%% A candidate does what the known run did until it asks for the first switch on which the two differ. Calls that had ended by then
%% give what they gave; those that had not are entered again. After that, a call gives what a call of the known run gave if it is one of
%% the same function with the same arguments, and neither it nor what it may call has a switch on which the runs differ, or one that the
%% known run asked for in the meantime. So a run costs what is different about it, and the calls around, however long the program runs.
%%
%% Time is the number of switches that were asked for. What was asked for is told exactly, whatever was taken from the known run: no
%% answer depends on which run is known.
-module(bench_slicers_replay).
-export([begin_plain/0, begin_run/4, call/4, ended/0, first/2, first_asked/2, note/2, order/2]).

-include("closures.hrl").
-include("replay.hrl").

%% Parts of a value that are looked at for funs.
-define(MAX_PARTS, 100).
%% Calls of the known run that are looked at for the one that is made.
-define(MAX_AHEAD, 8).

%% Begins a run of which nothing is known and no call is remembered.
begin_plain() ->
    put(asked, {0, [], []}),
    put(known, none),
    put(ahead, none),
    put(is_kept, false),
    put(kept, []).

%% Begins a run that is a known one until a time, differs from it in these switches, and remembers so many calls.
begin_run(#run{first = First, calls = Calls}, Changed, Until, Room) when is_tuple(First) ->
    begin_plain(),
    put(asked, {Until, [], []}),
    put(known, {First, Until}),
    put(changed, Changed),
    put(until, Until),
    put(ahead, Calls),
    keep(Room);
begin_run(_, _, _, Room) ->
    begin_plain(),
    put(until, 0),
    keep(Room).

keep(0) -> ok;
keep(Room) ->
    case get(ahead) of
        none -> put(ahead, []);
        _ -> ok
    end,
    put(room, Room),
    put(is_kept, true).

%% Of the run that ended: what it asked for after the time up to which it was the known one, the last first: switches, and {From, To} for
%% what the known run asked for between two times; how many there are together with those before; calls.
ended() ->
    {N, Asked, _} = get(asked),
    {Asked, N, lists:reverse(get(kept))}.

%% A switch that is asked for the first time. Those that the known run asked for before the difference are apart.
note(Trace, Switch) ->
    counters:put(Trace, Switch, 1),
    {N, Asked, Before} = get(asked),
    case get(known) of
        {First, Until} when element(Switch, First) < Until -> put(asked, {N, Asked, [Switch | Before]});
        _ -> put(asked, {N + 1, [Switch | Asked], Before})
    end.

n_asked() -> element(1, get(asked)).

%% What `ended` gave, as switches in order, two bytes each; `Known` are those of the known run.
order(Asked, Known) -> iolist_to_binary(parts(Asked, Known, [])).

parts([{From, To} | Rest], Known, Found) -> parts(Rest, Known, [binary:part(Known, 2 * From, 2 * (To - From)) | Found]);
parts([Switch | Rest], Known, Found) -> parts(Rest, Known, [<<Switch:16>> | Found]);
parts([], _, Found) -> Found.

%% When each switch of a run was asked for first.
first(Order, N) ->
    %% Of several times, the last in the list counts.
    erlang:make_tuple(max(N, 1), never, times(Order, 0, [])).

times(<<Switch:16, Rest/binary>>, Time, Found) -> times(Rest, Time + 1, [{Switch, Time} | Found]);
times(<<>>, _, Found) -> Found.

%% When a run asked for one of these switches; `never` when for none. Where times are not known, before everything.
first_asked(Switches, #run{first = First}) when is_tuple(First) ->
    lists:foldl(fun(Switch, Least) -> min(element(Switch, First), Least) end, never, Switches);
first_asked([Switch | Rest], #run{first = Bits} = Run) ->
    Before = Switch - 1,
    case Bits of
        <<_:Before, 1:1, _/bitstring>> -> 0;
        _ -> first_asked(Rest, Run)
    end;
first_asked([], _) ->
    never.

%% A call of a function of the program. `ahead` are the calls of the known run that come next where this run is, `until` is when the
%% runs differ first, and `over` after that.
call(Run, Args, Modes, Function) ->
    case get(ahead) of
        none -> Run(Args, Modes);
        Ahead ->
            case get(until) of
                over -> after_difference(Ahead, Run, Args, Modes, Function);
                Until -> before_difference(Ahead, Until, Run, Args, Modes, Function)
            end
    end.

before_difference([], _, Run, Args, Modes, Function) ->
    kept(Run, Args, Modes, Function, n_asked());
before_difference([#call{ended = Ended} = Call | Rest], Until, Run, Args, Modes, Function) when Ended =< Until ->
    again(Call, Rest, Run, Args, Modes, Function);
before_difference([#call{began = Began, inside = Inside} | Rest], Until, Run, Args, Modes, Function) when Began =< Until ->
    put(ahead, inside(Inside)),
    Value = kept(Run, Args, Modes, Function, Began),
    put(until, over),
    put(ahead, Rest),
    Value;
before_difference(Ahead, _, Run, Args, Modes, Function) ->
    put(until, over),
    after_difference(Ahead, Run, Args, Modes, Function).

%% A call that does what it did.
again(#call{value = {value, Value}, fuel = {_, Left}, expected = {_, Expected}} = Call, Rest, _, _, _, #function{fuel = Fuel}) ->
    put(ahead, Rest),
    atomics:put(Fuel, 1, Left),
    put(expected, Expected),
    get(is_kept) andalso put(kept, [Call | get(kept)]),
    Value;
again(#call{inside = Inside} = Call, Rest, Run, Args, Modes, _) ->
    {IsKept, Kept} = {get(is_kept), get(kept)},
    put(is_kept, false),
    put(ahead, inside(Inside)),
    Value = Run(Args, Modes),
    put(ahead, Rest),
    put(is_kept, IsKept),
    put(kept, [Call | Kept]),
    Value.

after_difference([], Run, Args, Modes, Function) ->
    kept(Run, Args, Modes, Function, n_asked());
after_difference(Ahead, Run, Args, Modes, #function{index = Index} = Function) ->
    case found(Ahead, Index, Args, ?MAX_AHEAD, none) of
        {same, Call, Rest} ->
            case is_reusable(Call, Function) of
                true -> reused(Call, Rest, Function);
                false -> entered(Call#call.inside, Rest, Run, Args, Modes, Function)
            end;
        {near, Call, Rest} -> entered(Call#call.inside, Rest, Run, Args, Modes, Function);
        none -> entered([], Ahead, Run, Args, Modes, Function)
    end.

entered(Inside, Rest, Run, Args, Modes, Function) ->
    put(ahead, inside(Inside)),
    Value = kept(Run, Args, Modes, Function, n_asked()),
    put(ahead, Rest),
    Value.

%% The next call of this function with these arguments, else the next of this function.
found([#call{index = Index, args = Args} = Call | Rest], Index, Args, _, _) -> {same, Call, Rest};
found([#call{index = Index} = Call | Rest], Index, Args, Left, none) when Left > 0 ->
    found(Rest, Index, Args, Left - 1, {near, Call, Rest});
found([_ | Rest], Index, Args, Left, Near) when Left > 0 -> found(Rest, Index, Args, Left - 1, Near);
found(_, _, _, _, Near) -> Near.

is_reusable(#call{value = opaque}, _) -> false;
is_reusable(#call{began = Began, fuel = {Before, After}, expected = {Expected, Still}}, #function{reach = Reach, fuel = Fuel}) ->
    Reach =/= all
        andalso atomics:get(Fuel, 1) >= Before - After
        andalso (erts_debug:same(Expected, Still) orelse erts_debug:same(Expected, get(expected)))
        andalso bench_slicers_virtual:is_untouched()
        andalso is_apart(Reach, Began).

%% Whether the runs are alike in all of these switches: what the known run asked for until now, this run has asked for, too.
is_apart(Reach, Began) ->
    {First, Until} = get(known),
    Changed = get(changed),
    lists:all(fun({From, To}) ->
        not lists:any(fun(Switch) -> Switch >= From andalso Switch =< To end, Changed)
            andalso is_apart(From, To, First, Until, Began)
    end, Reach).

is_apart(From, To, First, Until, Began) when From =< To ->
    case element(From, First) of
        Time when Time >= Until, Time < Began -> false;
        _ -> is_apart(From + 1, To, First, Until, Began)
    end;
is_apart(_, _, _, _, _) ->
    true.

reused(#call{began = From, ended = To, value = {value, Value}} = Call, Rest, #function{fuel = Fuel}) ->
    {Before, After} = Call#call.fuel,
    {Expected, Still} = Call#call.expected,
    put(ahead, Rest),
    Left = atomics:sub_get(Fuel, 1, Before - After),
    Now = get(expected),
    Then = case erts_debug:same(Expected, Still) of
        true -> Now;
        false -> put(expected, Still), Still
    end,
    {Began, Asked, Again} = get(asked),
    Ended = Began + To - From,
    To > From andalso put(asked, {Ended, [{From, To} | Asked], Again}),
    get(is_kept) andalso begin
        Fuels = {Left + Before - After, Left},
        Inside = case erts_debug:same(Expected, Now) of
            true -> moved_inside(Began - From, Left - After, Call#call.inside);
            false -> []
        end,
        put(kept, [Call#call{began = Began, ended = Ended, fuel = Fuels, expected = {Now, Then}, inside = Inside} | get(kept)])
    end,
    Value.

%% The calls inside a call; times and fuel of a call that was taken from an earlier run follow when they are needed.
inside({moved, Time, Fuel, Inside}) -> [moved(Call, Time, Fuel) || Call <- inside(Inside)];
inside(Inside) -> Inside.

moved(#call{began = Began, ended = never, inside = Inside} = Call, Time, Fuel) ->
    Call#call{began = Began + Time, inside = moved_inside(Time, Fuel, Inside)};
moved(#call{began = Began, ended = Ended, fuel = {Before, After}, inside = Inside} = Call, Time, Fuel) ->
    Call#call{began = Began + Time, ended = Ended + Time, fuel = {Before + Fuel, After + Fuel},
              inside = moved_inside(Time, Fuel, Inside)}.

moved_inside(0, 0, Inside) -> Inside;
moved_inside(_, _, []) -> [];
moved_inside(Time, Fuel, {moved, MoreTime, MoreFuel, Inside}) -> moved_inside(Time + MoreTime, Fuel + MoreFuel, Inside);
moved_inside(Time, Fuel, Inside) -> {moved, Time, Fuel, Inside}.

kept(Run, Args, Modes, Function, Began) ->
    case get(is_kept) andalso get(room) of
        false ->
            Run(Args, Modes);
        0 ->
            put(is_kept, false),
            Run(Args, Modes);
        Room ->
            put(room, Room - 1),
            remembered(Run, Args, Modes, Function, Began)
    end.

%% After a failure nothing more is remembered: whoever handles it goes on in the midst of a call.
remembered(Run, Args, Modes, #function{index = Index, fuel = Fuel, has_funs = HasFuns}, Began) ->
    Kept = get(kept),
    Before = atomics:get(Fuel, 1),
    Expected = get(expected),
    put(kept, []),
    try Run(Args, Modes) of
        Value ->
            Call = #call{index = Index, args = Args, began = Began, ended = n_asked(),
                         value = value(Args, Value, HasFuns), fuel = {Before, atomics:get(Fuel, 1)},
                         expected = {Expected, get(expected)}, inside = lists:reverse(get(kept))},
            put(kept, [Call | Kept]),
            Value
    catch
        Class:Reason ->
            put(is_kept, false),
            Call = #call{index = Index, args = Args, began = Began, ended = never, value = opaque,
                         inside = lists:reverse(get(kept))},
            put(kept, [Call | Kept]),
            erlang:raise(Class, Reason, [])
    end.

%% A value that can be given again: neither it nor what it is made of holds code, and the world around the program did not change.
value(Args, Value, HasFuns) ->
    IsPlain = bench_slicers_virtual:is_untouched()
        andalso (not HasFuns orelse is_integer(parts_left([Value | Args], ?MAX_PARTS))),
    case IsPlain of
        true -> {value, Value};
        false -> opaque
    end.

parts_left(_, none) -> none;
parts_left(_, 0) -> none;
parts_left(Value, _) when is_function(Value) -> none;
parts_left([Head | Tail], Left) -> parts_left(Tail, parts_left(Head, Left - 1));
parts_left(Value, Left) when is_tuple(Value) -> parts_left(tuple_to_list(Value), Left - 1);
parts_left(Value, _) when is_map(Value), map_size(Value) > ?MAX_PARTS -> none;
parts_left(Value, Left) when is_map(Value) -> parts_left(maps:to_list(Value), Left - 1);
parts_left(_, Left) -> Left - 1.
