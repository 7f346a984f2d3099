-module(program).
-export([main/1]).

main(Number)
  when Number > 1 ->
    Twice = Number * 2,
    {Twice, Number};
main(_) ->
    0.
