-module(program).
-export([main/1]).

%% Adds two integers digit by digit in balanced ternary.
main({A, B}) ->
    Left = digits(A),
    Right = digits(B),
    Sum = add(Left, Right, 0),
    Value = value(Sum),
    Text = lists:reverse([show(Digit) || Digit <- Sum]),
    io:format("~p~n", [Value]),
    io:format("~s~n", [Text]).

%% Least significant digit first.
digits(0) -> [];
digits(N) ->
    {Digit, Rest} = split(N, N rem 3),
    [Digit | digits(Rest)].

split(N, 2) -> {-1, (N + 1) div 3};
split(N, -2) -> {1, (N - 1) div 3};
split(N, Digit) -> {Digit, (N - Digit) div 3}.

add([], [], 0) -> [];
add([], [], Carry) -> [Carry];
add([], Right, Carry) -> add([0], Right, Carry);
add(Left, [], Carry) -> add(Left, [0], Carry);
add([L | Left], [R | Right], Carry) ->
    {Digit, Next} = split(L + R + Carry, (L + R + Carry) rem 3),
    [Digit | add(Left, Right, Next)].

value([]) -> 0;
value([Digit | Rest]) -> Digit + 3 * value(Rest).

show(1) -> $+;
show(0) -> $0;
show(-1) -> $-;
show(_) -> $?.
