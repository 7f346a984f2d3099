-module(program).
-export([main/1]).

%% Divisors that two numbers share, their greatest, and whether there is only one.
main({A, B}) when A > 0, B > 0 ->
    Shared = [D || D <- divisors(A), B rem D =:= 0],
    Greatest = gcd(A, B),
    Coprime = Greatest =:= 1,
    Least = lcm(A, B, Greatest),
    io:format("~p~n", [Shared]),
    io:format("~p~n", [Greatest]),
    io:format("~p~n", [Coprime]),
    io:format("~p~n", [Least]).

divisors(N) -> divisors(N, 1, []).

divisors(N, D, Found) when D > N -> lists:reverse(Found);
divisors(N, D, Found) when N rem D =:= 0 -> divisors(N, D + 1, [D | Found]);
divisors(N, D, Found) -> divisors(N, D + 1, Found).

gcd(A, 0) -> A;
gcd(A, B) when B > A -> gcd(B, A);
gcd(A, B) -> gcd(B, A rem B).

lcm(A, B, Greatest) ->
    Product = A * B,
    Product div Greatest.
