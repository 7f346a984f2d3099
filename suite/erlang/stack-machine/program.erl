-module(program).
-export([main/1]).

-define(LIMIT, 8).

%% Runs a list of instructions on a stack machine with a bounded number of steps.
main(Code) ->
    {Stack, Steps, Peak} = run(Code, {[], 0, 0}),
    Top = top(Stack),
    report(Steps, Top),
    Peak.

%% The state is {Stack, Steps, Peak}.
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

step({push, N}, Stack) when is_integer(N) -> [N | Stack];
step(pop, [_ | Stack]) -> Stack;
step(dup, [A | Stack]) -> [A, A | Stack];
step(swap, [A, B | Stack]) -> [B, A | Stack];
step({apply, Name}, [A, B | Stack]) ->
    Result = arith(Name, B, A),
    [Result | Stack];
step(_, Stack) -> Stack;
step(clear, _) -> [].

arith(add, A, B) -> A + B;
arith(sub, A, B) -> A - B;
arith(mul, A, B) -> A * B;
arith(pow, A, B) -> power(A, B);
arith(_, A, _) -> A.

power(_, N) when N < 1 -> 1;
power(A, N) ->
    Half = power(A, N div 2),
    case N rem 2 of
        0 -> Half * Half;
        1 -> Half * Half * A;
        _ -> Half
    end.

top([]) -> empty;
top([A | _]) -> A;
top(none) -> none.

report(Steps, Top) ->
    Line = io_lib:format("~p steps, top ~p~n", [Steps, Top]),
    io:format("~s", [Line]).
