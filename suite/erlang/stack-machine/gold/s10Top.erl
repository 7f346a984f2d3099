-module(program).
-export([main/1]).

-define(LIMIT, 8).


main(Code) ->
    {Stack, _,     _} = run(Code, {[],    0, undef}),
    Top = top(Stack),
    report(undef, Top),
    undef.


run([], State) -> State;
run(_, {_, ?LIMIT, _} = State) -> State;
run([Op | Rest], {Stack, Steps, _}) ->
    Next = step(Op, Stack),





    run(Rest, {Next, Steps + 1, undef}).

step({push, N}, Stack) when is_integer(N) -> [N | Stack];
step(pop, [_ | Stack]) -> Stack;
step(dup, [A | Stack]) -> [A, A | Stack];
step(swap, [A, B | Stack]) -> [B, A | Stack];
step({apply, Name}, [A, B | Stack]) ->
    Result = arith(Name, B, A),
    [Result | Stack];
step(_, Stack) -> Stack.


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
        _ -> Half * Half * A

    end.

top([]) -> empty;
top([A | _]) -> A.


report(_, _) -> undef.
