-module(program).
-export([main/1]).


main({_, _,              Own, _})     ->




    Target = target(undef,  Own),


    io:format(undef,          [Target | undef]).
















target(_,     Own) -> Own + 15.
