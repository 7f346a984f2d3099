-module(program).
-export([main/1]).


main({A, B})  ->

    Greatest = gcd(A, B),

    Least = lcm(A, B, Greatest),



    io:format(undef, [Least | undef]).







gcd(A, 0) -> A;

gcd(A, B) -> gcd(B, A rem B).

lcm(A, B, Greatest) ->
    Product = A * B,
    Product div Greatest.
