%% What the validator does with abstract forms: finds the criterion, lets it be seen, counts clauses.
-module(validator_forms).
-export([counted/1, marked/2, places/3, renamed/2]).

%% Places of a variable's tokens on a line, from the left, by the scanner.
places(Text, Line, Variable) ->
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text), {1, 1}),
    Name = list_to_atom(Variable),
    [{L, Column} || {var, {L, Column}, V} <- Tokens, L =:= Line, V =:= Name].

%% The forms under another module's name, which they may call themselves by.
renamed(Forms, Module) ->
    [Old] = [Name || {attribute, _, module, Name} <- Forms],
    renamed(Forms, Old, Module).

renamed({attribute, A, module, Old}, Old, New) -> {attribute, A, module, New};
renamed({remote, A, {atom, B, Old}, Name}, Old, New) -> {remote, A, {atom, B, New}, renamed(Name, Old, New)};
renamed({function, {atom, A, Old}, Name, Arity}, Old, New) -> {function, {atom, A, New}, Name, Arity};
renamed(Tuple, Old, New) when is_tuple(Tuple) -> list_to_tuple(renamed(tuple_to_list(Tuple), Old, New));
renamed([Head | Tail], Old, New) -> [renamed(Head, Old, New) | renamed(Tail, Old, New)];
renamed(Other, _, _) -> Other.

%% {Forms, N}: each of the N clauses says first that it is entered.
counted(Forms) ->
    lists:mapfoldl(fun
        ({function, A, Name, Arity, Clauses}, N) ->
            {Counted, More} = counted(Clauses, N),
            {{function, A, Name, Arity, Counted}, More};
        (Form, N) -> {Form, N}
    end, 0, Forms).

counted({clause, A, Patterns, Guard, Body}, N) ->
    Idx = N + 1,
    {Counted, More} = counted(Body, Idx),
    {{clause, A, Patterns, Guard, [call(A, hit, [{atom, A, '$module'}, {integer, A, Idx}]) | Counted]}, More};
counted(Tuple, N) when is_tuple(Tuple) ->
    {List, More} = counted(tuple_to_list(Tuple), N),
    {list_to_tuple(List), More};
counted([Head | Tail], N) ->
    {H, AfterHead} = counted(Head, N),
    {T, AfterTail} = counted(Tail, AfterHead),
    {[H | T], AfterTail};
counted(Other, N) -> {Other, N}.

call(A, Name, Args) -> {call, A, {remote, A, {atom, A, validator}, {atom, A, Name}}, Args}.

see(A, Variable) -> call(A, see, [Variable]).

%% The forms with the variable at Place shown wherever it has a value or gets one.
marked(Forms, Place) ->
    [Module] = [Name || {attribute, _, module, Name} <- Forms],
    [form(Form, Place, Module) || Form <- Forms].

form({function, A, Name, Arity, Clauses}, Place, Module) ->
    {function, A, Name, Arity, mark(Clauses, {Place, Module})};
form(Form, _, _) -> Form.

mark({atom, A, '$module'}, {_, Module}) -> {atom, A, Module};
mark({var, Place, Name} = Variable, {Place, _}) when Name =/= '_' -> {block, Place, [see(Place, Variable), Variable]};
mark({clause, A, Patterns, Guard, Body}, {Place, _} = Context) ->
    {clause, A, Patterns, Guard, [see(A, V) || V <- bound(Patterns, Place)] ++ mark(Body, Context)};
mark({match, A, Pattern, Value}, {Place, _} = Context) ->
    case bound(Pattern, Place) of
        [] -> {match, A, Pattern, mark(Value, Context)};
        [Variable] ->
            Whole = {var, A, 'ValidatorMatched'},
            {block, A, [{match, A, Whole, {match, A, Pattern, mark(Value, Context)}}, see(A, Variable), Whole]}
    end;
mark({Kind, A, Template, Qualifiers}, Context) when Kind =:= lc; Kind =:= bc ->
    {Kind, A, mark(Template, Context), lists:append([qualifier(Qualifier, Context) || Qualifier <- Qualifiers])};
%% Names of fields and functions are no variables; types of segments are no expressions.
mark(Tuple, Context) when is_tuple(Tuple) -> list_to_tuple(mark(tuple_to_list(Tuple), Context));
mark([Head | Tail], Context) -> [mark(Head, Context) | mark(Tail, Context)];
mark(Other, _) -> Other.

qualifier({Generator, A, Pattern, Source}, {Place, _} = Context)
        when Generator =:= generate; Generator =:= b_generate ->
    [{Generator, A, Pattern, mark(Source, Context)} | [see(A, V) || V <- bound(Pattern, Place)]];
qualifier(Filter, Context) ->
    case erl_lint:is_guard_test(Filter) of
        true -> guard(Filter, Context);
        false -> [mark(Filter, Context)]
    end.

%% A filter that is a guard fails in silence, and must go on to do so: what it looks at is seen before.
guard(Filter, {Place, _}) ->
    [see(Place, Variable) || Variable <- bound(Filter, Place)] ++ [Filter].

%% The variable at Place in a pattern, or nothing.
bound({var, Place, Name} = Variable, Place) when Name =/= '_' -> [Variable];
bound(Tuple, Place) when is_tuple(Tuple) -> bound(tuple_to_list(Tuple), Place);
bound([Head | Tail], Place) ->
    case bound(Head, Place) of
        [] -> bound(Tail, Place);
        Found -> Found
    end;
bound(_, _) -> [].
