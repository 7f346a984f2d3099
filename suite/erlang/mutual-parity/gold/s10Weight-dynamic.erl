-module(program).
-export([main/1]).


main({_, Tree}) ->

    Weight = black(Tree),


    {undef,  Weight, undef, undef}.









black(leaf) -> 0;
black({Value, Left, Right}) -> Value + red(Left) + red(Right);
black({Value, Only}) -> Value + red(Only).

red(leaf) -> 0;
red({_, Left, Right}) -> black(Left) + black(Right).
