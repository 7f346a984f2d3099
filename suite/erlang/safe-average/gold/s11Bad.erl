-module(program).
-export([main/1]).


main(Values) ->
    Read = [read(Value) || Value <- Values],
    Good = [undef || {_, _} <- Read],
    Bad = length(Read) - length(Good),


    {Bad, undef, undef}.

read(Value) ->
    try number(Value) of
        N when N > 1000 -> undef;
        _ -> {undef, undef}
    catch
        _:_ -> undef

    end.


number({half, Value}) -> Value div 2;

number(Value) -> Value * 1.
