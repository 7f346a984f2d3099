-module(program).
-export([main/1]).

-define(FEE, 2).

%% Posts entries to an account {Balance, Fees, Log}.
main(Entries) ->
    Account = post(Entries, {0, 0, []}),
    {Balance, Fees, Log} = Account,
    Refused = [Amount || {refused, Amount} <- Log],
    io:format("balance ~p, fees ~p~n", [Balance, Fees]),
    lists:sum(Refused).

post([], Account) ->
    Account;
post([{deposit, Amount} | Rest], {Balance, Fees, Log}) ->
    post(Rest, {Balance + Amount, Fees, [{deposit, Amount} | Log]});
post([{withdraw, Amount} | Rest], {Balance, Fees, Log}) ->
    case Balance - Amount - ?FEE of
        Left when Left >= 0 ->
            post(Rest, {Left, Fees + ?FEE, [{withdraw, Amount} | Log]});
        _ ->
            post(Rest, {Balance, Fees, [{refused, Amount} | Log]})
    end;
post([_ | Rest], Account) ->
    post(Rest, Account);
post([{close, _} | _], _) ->
    closed.

%% Kept for the old reports.
balance({Balance, _, _}) -> Balance.
