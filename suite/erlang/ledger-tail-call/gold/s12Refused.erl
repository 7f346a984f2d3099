-module(program).
-export([main/1]).

-define(FEE, 2).


main(Entries) ->
    Account = post(Entries, {0, undef, []}),
    {_, _, Log} = Account,
    Refused = [Amount || {_, Amount} <- Log],

    lists:sum(Refused).

post([], Account) ->
    Account;
post([{deposit, Amount} | Rest], {Balance, _, Log}) ->
    post(Rest, {Balance + Amount, undef, Log});
post([{withdraw, Amount} | Rest], {Balance, _, Log}) ->
    case Balance - Amount - ?FEE of
        Left when Left >= 0 ->
            post(Rest, {Left, undef, Log});
        _ ->
            post(Rest, {Balance, undef, [{undef, Amount} | Log]})
    end;
post([_ | Rest], Account) ->
    post(Rest, Account).
