-module(program).
-export([main/1]).

-define(LIMIT, 8).


main(Code) ->
    {_,     _, Peak} = run(Code, {[], 0, 0}),


    Peak.


run([], State) -> State;
run(_, {_, ?LIMIT, _} = State) -> State;
run([Op | Rest], {Stack, Steps, Peak}) ->
    Next = step(Op, Stack),
    Height = length(Next),
    Higher = if
        Height > Peak -> Height;
        true -> Peak
    end,
    run(Rest, {Next, Steps + 1, Higher}).

step({push, N}, Stack) when is_integer(N) -> [undef | Stack];
step(pop, [_ | Stack]) -> Stack;
step(dup, [_ | Stack]) -> [undef, undef | Stack];

step({apply, _}, [   _, _ | Stack]) ->

    [undef | Stack];
step(_, Stack) -> Stack.
