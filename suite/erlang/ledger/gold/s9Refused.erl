-module(program).
-export([main/1]).


main({Limit, Entries}) ->
    {_, _,          Refused} = book(Entries, Limit, {0, undef, 0}),


    io:format(undef,           [Refused | undef]).

book([], _, Account) -> Account;
book([{deposit, Amount} | Entries], Limit, {Balance, _,    Refused}) ->
    book(Entries, Limit, {Balance + Amount, undef, Refused});
book([{_,        Amount} | Entries], Limit, Account) ->
    book(Entries, Limit, withdraw(Amount, fee(Amount), Limit, Account)).

withdraw(Amount, Fee, Limit, {Balance, _,    Refused}) when Balance - Amount - Fee < Limit ->
    {Balance, undef, Refused + 1};
withdraw(Amount, Fee, _, {Balance, _,    Refused}) ->
    {Balance - Amount - Fee, undef,      Refused}.

fee(Amount) when Amount > 100 -> 2;
fee(_) -> 1.
