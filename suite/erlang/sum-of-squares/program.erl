-module(program).
-export([main/1]).

%% Adds the squares of 1..N.
main(N) ->
    Total = squares(N, 1, verbose),
    Label = {squares, N, Total},
    Label,
    Total.

%% The mode is passed along and never looked at.
squares(Last, I, _Mode) when I > Last -> 0;
squares(Last, I, Mode) ->
    Square = I * I,
    Square + squares(Last, I + 1, Mode).
