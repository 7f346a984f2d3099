-module(program).
-export([main/1]).


main({_,     Entries}) ->
    {Balance, _, _}          = book(Entries, undef, {0, undef, undef}),
    io:format(undef,           [Balance | undef]),

    undef.

book([], _, Account) -> Account;
book([{deposit, Amount} | Entries], _,     {Balance, _, _})          ->
    book(Entries, undef, {Balance + Amount, undef, undef});
book([{_,        Amount} | Entries], _,     Account) ->
    book(Entries, undef, withdraw(Amount, fee(Amount), undef, Account)).



withdraw(Amount, Fee, _, {Balance, _, _})          ->
    {Balance - Amount - Fee, undef, undef}.

fee(Amount) when Amount > 100 -> 2;
fee(_) -> 1.
