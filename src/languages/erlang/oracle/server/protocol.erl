%% The bytes that both sides exchange, which src/oracle/protocol.rs describes.
-module(bench_slicers_protocol).
-export([hello/0, done/1, refused/2, failed/1, observation/5, verdict/4, reason/2, text/1]).

-define(VERSION, 3).

hello() ->
    [?VERSION, io_lib:format("Erlang/OTP ~s, erts ~s", [erlang:system_info(otp_release), erlang:system_info(version)])].

done(Content) -> [0, Content].

refused(Node, What) -> [<<1, Node:32>>, unicode:characters_to_binary(What)].

failed(Why) -> [2, unicode:characters_to_binary(Why)].

observation(End, NValues, Hash, Ticks, Bits) ->
    {Code, Crash} = case End of
        returned -> {0, <<>>};
        {crashed, Text} -> {1, Text};
        out_of_fuel -> {2, <<>>}
    end,
    [Code, text(Crash), <<NValues:32, Hash:64, Ticks:64>>, Bits].

%% Codes: 0 same, 1 different, 2 out of fuel, 3 invalid, 4 not run, 5 compiled.
verdict(Code, Input, Position, Ticks) -> <<Code, Input:16, Position:32, Ticks:64>>.

reason(Code, Why) -> [verdict(Code, 0, 0, 0), text(Why)].

text(Binary) -> [<<(byte_size(Binary)):32>>, Binary].
