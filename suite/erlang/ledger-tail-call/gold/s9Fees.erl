-module(program).
-export([main/1]).

-define(FEE, 2).


main(Entries) ->
    Account = post(Entries, {0, 0, undef}),
    {_, Fees,       _} = Account.




post([], Account) ->
    Account;
post([{deposit, Amount} | Rest], {Balance, Fees, _}) ->
    post(Rest, {Balance + Amount, Fees, undef});
post([{withdraw, Amount} | Rest], {Balance, Fees, _}) ->
    case Balance - Amount - ?FEE of
        Left when Left >= 0 ->
            post(Rest, {Left, Fees + ?FEE, undef});
        _ ->
            post(Rest, {Balance, Fees, undef})
    end;
post([_ | Rest], Account) ->
    post(Rest, Account).
