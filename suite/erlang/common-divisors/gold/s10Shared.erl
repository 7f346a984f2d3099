-module(program).
-export([main/1]).


main({A, B})  ->
    Shared = [D || D <- divisors(A), B rem D =:= 0],



    io:format(undef, [Shared | undef]).




divisors(N) -> divisors(N, 1, []).

divisors(N, D, Found) when D > N -> lists:reverse(Found);
divisors(N, D, Found) when N rem D =:= 0 -> divisors(N, D + 1, [D | Found]);
divisors(N, D, Found) -> divisors(N, D + 1, Found).
