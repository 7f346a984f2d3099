-module(program).
-export([main/1]).


main({A, B})  ->

    Greatest = gcd(A, B),



    io:format(undef, [Greatest | undef]).









gcd(A, 0) -> A;

gcd(A, B) -> gcd(B, A rem B).
