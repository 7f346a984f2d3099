%% 1
-module( % 2
  comments % 3
). % 4
-export([ % 5
  main/1 % 6
  % 7
]).
%% 1
-record( % 2
  pair, % 3
  { % 4
    a = 1, % 5
    %% 6
    b % 7
  }). % 8

%% 1
-spec add( % 2
  number(), % 3
  number()) -> % 4
  number(). % 5
add( % 1
    A, % 2
    %% 3
    B % 4
   ) when % 5
      A > 1, % 6
      %% 7
      B > 1 -> % 8
    %% 9
    A + % 10
        %% 11
        B; % 12
%% 13
add(_, _) -> % 14
    %% 15
    0. % 16
%% 17

terms(X) ->
    A = [ % 1
         %% 2
         1, % 3
         2 % 4
         , 3 % 5
         | % 6
         X % 7
        ], % 8
    B = { % 1
         a, % 2
         %% 3
         b % 4
        },
    C = #{ % 1
          %% 2
          a => % 3
              1, % 4
          b => 2 % 5
         },
    D = #pair{ % 1
              a = % 2
                  1, % 3
              %% 4
              b = 2 % 5
             },
    E = << % 1
           1:8, % 2
           %% 3
           2 % 4
        >>,
    F = [Y % 1
         || % 2
            Y <- A, % 3
            %% 4
            Y > 1 % 5
        ],
    {A, B, C, D, E, F}. % 1

branches(X) ->
    case % 1
        X % 2
    of % 3
        %% 4
        1 -> % 5
            %% 6
            one; % 7
        %% 8
        _ when X > 1; % 9
               X < 0 -> other % 10
        %% 11
    end, % 12
    if % 1
        %% 2
        X > 1 -> % 3
            yes; % 4
        true -> no % 5
    end,
    receive % 1
        %% 2
        stop -> % 3
            ok % 4
    after % 5
        %% 6
        0 -> % 7
            ok % 8
    end,
    try % 1
        %% 2
        add(1, % 3
            2) % 4
    of % 5
        _ -> ok % 6
    catch % 7
        %% 8
        exit:T -> % 9
            T % 10
    after % 11
        %% 12
        ok % 13
    end,
    fun % 1
        (1) -> % 2
            %% 3
            one; % 4
        (_) -> two % 5
    end,
    begin % 1
        %% 2
        X, % 3
        X % 4
    end,
    add( % 1
      %% 2
      1, % 3
      2 % 4
     ), % 5
    lists: % 1
        map( % 2
          fun terms/1, []). % 3

main(N) ->
    %% 1
    branches(N), terms(N),
    Witness = % 2
        N + % 3
        1, % 4
    io:format( % 5
      "~p~n", [Witness % 6
              ]). % 7
%% 8
