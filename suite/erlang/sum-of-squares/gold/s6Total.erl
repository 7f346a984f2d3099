-module(program).
-export([main/1]).


main(N) ->
    Total = squares(N, 1, undef).





squares(Last, I, _) when I > Last -> 0;
squares(Last, I, _) ->
    Square = I * I,
    Square + squares(Last, I + 1, undef).
