-module(program).
-export([main/1]).


main({Limit, Entries}) ->
    {_,       Fees, _}       = book(Entries, Limit, {0, 0, undef}),

    io:format(undef,        [Fees | undef]),
    undef.

book([], _, Account) -> Account;
book([{deposit, Amount} | Entries], Limit, {Balance, Fees, _})       ->
    book(Entries, Limit, {Balance + Amount, Fees, undef});
book([{_,        Amount} | Entries], Limit, Account) ->
    book(Entries, Limit, withdraw(Amount, fee(Amount), Limit, Account)).

withdraw(Amount, Fee, Limit, {Balance, Fees, _})       when Balance - Amount - Fee < Limit ->
    {Balance, Fees, undef};
withdraw(Amount, Fee, _, {Balance, Fees, _})       ->
    {Balance - Amount - Fee, Fees + Fee, undef}.

fee(Amount) when Amount > 100 -> 2;
fee(_) -> 1.
