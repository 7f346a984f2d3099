-module(program).
-export([main/1]).

%% Books deposits and withdrawals; a withdrawal costs a fee, and none goes below the limit.
main({Limit, Entries}) ->
    {Balance, Fees, Refused} = book(Entries, Limit, {0, 0, 0}),
    io:format("balance: ~p~n", [Balance]),
    io:format("fees: ~p~n", [Fees]),
    io:format("refused: ~p~n", [Refused]).

book([], _, Account) -> Account;
book([{deposit, Amount} | Entries], Limit, {Balance, Fees, Refused}) ->
    book(Entries, Limit, {Balance + Amount, Fees, Refused});
book([{withdraw, Amount} | Entries], Limit, Account) ->
    book(Entries, Limit, withdraw(Amount, fee(Amount), Limit, Account)).

withdraw(Amount, Fee, Limit, {Balance, Fees, Refused}) when Balance - Amount - Fee < Limit ->
    {Balance, Fees, Refused + 1};
withdraw(Amount, Fee, _, {Balance, Fees, Refused}) ->
    {Balance - Amount - Fee, Fees + Fee, Refused}.

fee(Amount) when Amount > 100 -> 2;
fee(_) -> 1.
