-module(helper).
-export([transpose/1]).


transpose([]) -> [];
transpose([[] | _]) -> [];
transpose(Rows) ->

    Rests = [tl(Row) || Row <- Rows],
    [undef | transpose(Rests)].
