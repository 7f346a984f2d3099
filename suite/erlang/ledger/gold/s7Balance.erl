-module(program).
-export([main/1]).


main({Limit, Entries}) ->
    {Balance, _, _}          = book(Entries, Limit, {0, undef, undef}),
    io:format(undef,           [Balance | undef]),

    undef.

book([], _, Account) -> Account;
book([{deposit, Amount} | Entries], Limit, {Balance, _, _})          ->
    book(Entries, Limit, {Balance + Amount, undef, undef});
book([{_,        Amount} | Entries], Limit, Account) ->
    book(Entries, Limit, withdraw(Amount, fee(Amount), Limit, Account)).

withdraw(Amount, Fee, Limit, {Balance, _, _})          when Balance - Amount - Fee < Limit ->
    {Balance, undef, undef};
withdraw(Amount, Fee, _, {Balance, _, _})          ->
    {Balance - Amount - Fee, undef, undef}.

fee(Amount) when Amount > 100 -> 2;
fee(_) -> 1.
