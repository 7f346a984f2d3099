-module(program).
-export([main/1]).


main({A, B}) ->
    Left = digits(A),
    Right = digits(B),
    Sum = add(Left, Right, 0),

    Text = lists:reverse([show(Digit) || Digit <- Sum]),

    io:format(undef, [Text | undef]).


digits(0) -> [];
digits(N) ->
    {Digit, Rest} = split(N, N rem 3),
    [Digit | digits(Rest)].

split(N, 2) -> {-1, (N + 1) div 3};
split(N, -2) -> {1, (N - 1) div 3};
split(N, Digit) -> {Digit, (N - Digit) div 3}.

add([], [], 0) -> [];

add([], Right, Carry) -> add([0], Right, Carry);
add(Left, [], Carry) -> add(Left, [0], Carry);
add([L | Left], [R | Right], Carry) ->
    {Digit, Next} = split(L + R + Carry, (L + R + Carry) rem 3),
    [Digit | add(Left, Right, Next)].




show(1) -> $+;
show(0) -> $0;
show(_) -> $-.
