//! Candidates as closures, as compiled code, and as the scope check sees them: three opinions, one verdict.

use bench_slicers::ast::{NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Drawn, Judgement, Oracle, Question, RunEnd, SliceRule, Verdict};
use bench_slicers::random::Random;
use bench_slicers::suite::{Input, Task};

use crate::deletions::random_candidate;
use crate::harness::{amount, is_nightly, is_slow, share};
use crate::support::{SUITE, inputs};

fn parse(text: &str) -> Tree {
    Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
}

/// The last node of the variable on its line of first occurrence with this text before it.
fn criterion(program: &Tree, variable: &str) -> NodeId {
    program.ids().rev().find(|&node| program.label(node) == variable).expect("is a variable")
}

fn open<'t>(program: &'t Tree, node: NodeId) -> Result<Box<dyn Oracle + 't>, String> {
    let question = Question::new(vec![node], "main/1");
    languages::oracle(program, &question).map_err(|error| error.to_string())
}

/// Verdicts that must be equal: messages and what an invalid candidate is spared are not, nor ticks of machine code.
pub(crate) fn essence(program: &Tree, judgement: &Judgement) -> String {
    let ticks = if program.language() == Language::Erlang { judgement.ticks } else { 0 };
    match &judgement.verdict {
        Verdict::Invalid(_) => "invalid".to_owned(),
        verdict => format!("{verdict:?} {ticks}"),
    }
}

/// Random candidates, the same ones for the same seed.
pub(crate) fn drawn(program: &Tree, n_candidates: usize, seed: u64) -> Vec<Candidate> {
    let deletions = languages::deletions(program).unwrap();
    let mut state = seed;
    (0..n_candidates).map(|_| random_candidate(program, &deletions, &mut state)).collect()
}

/// Whether a run that notes what was asked for agrees with one that does not. Erlang's server begins such a run with the input
/// that refuted the last candidate, and may end at a later one than the first that refutes; no other server does so.
fn is_alike(language: Language, plain: &Verdict, traced: &Verdict) -> bool {
    let input = |verdict: &Verdict| match verdict {
        Verdict::Different(witness) => Some(witness.input_idx),
        Verdict::OutOfFuel { input_idx } => Some(*input_idx),
        Verdict::Same | Verdict::Invalid(_) => None,
    };
    match (input(plain), input(traced)) {
        (Some(first), Some(other)) if language == Language::Erlang && first != other => first < other,
        _ => plain == traced,
    }
}

/// Checks that candidates get the same verdict switched off in one program and compiled for themselves: same, different,
/// refused and out of fuel, as the compiled texts have it.
pub(crate) fn check_agreement(oracle: &mut Box<dyn Oracle + '_>, candidates: &[Candidate]) -> [usize; 4] {
    let program = oracle.program().clone();
    let judged = oracle.judge(candidates, false).unwrap();
    let consulted = oracle.judge(candidates, true).unwrap();
    let confirmed = oracle.confirm(candidates).unwrap();
    let mut counts = [0; 4];
    for (idx, candidate) in candidates.iter().enumerate() {
        let text = || {
            oracle
                .deletions()
                .text(&program, candidate)
                .iter()
                .map(|file| file.text.clone())
                .collect::<String>()
        };
        let (one, other) = (&judged[idx], &confirmed[idx]);
        // By the contract of `ServedLanguage::COMPILES_LATE` javac is asked about candidates that are slices as the schema sees
        // it: what else it refuses is no slice either way, and may have been found different or endless before.
        let is_late = program.language() == Language::Java
            && matches!(other.verdict, Verdict::Invalid(_))
            && one.verdict != Verdict::Same;
        if !is_late {
            assert_eq!(essence(&program, one), essence(&program, other), "{one:?}\n{other:?}\n{}", text());
        }
        let traced = &consulted[idx];
        assert!(
            is_alike(program.language(), &one.verdict, &traced.verdict),
            "{one:?}\n{traced:?}\n{}",
            text()
        );
        counts[match other.verdict {
            Verdict::Same => 0,
            Verdict::Different(_) => 1,
            Verdict::Invalid(_) => 2,
            Verdict::OutOfFuel { .. } => 3,
        }] += 1;
    }
    counts
}

#[apply(test)]
#[needs(Erlang)]
fn closures_agree_with_compiled_code_over_the_suite() {
    let tasks: Vec<_> = SUITE.tasks().filter(|task| task.benchmark.language == Language::Erlang).collect();
    let n_candidates = amount(6, 2_000 / tasks.len() + 1, 20_000 / tasks.len() + 1);
    let mut total = [0; 4];
    for (idx, task) in tasks.iter().enumerate() {
        let entry = task.benchmark.entry.clone().expect("an entry point");
        let question = Question::new(task.criterion.nodes.clone(), entry);
        let mut oracle = languages::oracle(&task.benchmark.tree, &question).unwrap();
        let observed = oracle.add_inputs(&task.benchmark.inputs).unwrap();
        assert!(observed.iter().any(|observation| observation.n_values > 0), "{}", task.id());
        let everything = oracle.judge(&[Candidate::default()], true).unwrap();
        assert!(everything[0].is_same(), "{}", task.id());
        let counts = check_agreement(&mut oracle, &drawn(&task.benchmark.tree, n_candidates, 7 + idx as u64));
        (0..4).for_each(|kind| total[kind] += counts[kind]);
    }
    assert!(total[..3].iter().all(|&n| n > 0), "{total:?}");
}

/// Any program, any candidate, any input: compiled code that is only looked at tells what a traced run of closures tells.
#[apply(test)]
#[needs(Erlang)]
fn glances_agree_with_traced_runs_over_the_suite() {
    let erlang = |task: &Task<'_>| task.benchmark.language == Language::Erlang;
    let tasks: Vec<_> =
        SUITE.tasks().filter(erlang).step_by(if is_nightly() { 1 } else { share(3) * 4 }).collect();
    let (mut n_reached, mut n_refuted, mut n_passed) = (0, 0, 0);
    for (idx, task) in tasks.iter().enumerate() {
        let program = &task.benchmark.tree;
        let entry = task.benchmark.entry.clone().expect("an entry point");
        let source = languages::room(Language::Erlang).inputs(program, &entry).expect("inputs");
        let mut oracle =
            languages::oracle(program, &Question::new(task.criterion.nodes.clone(), entry)).unwrap();
        let mut random = Random::new(idx as u64);
        let drawn = (0..100).filter_map(|_| source.draw(&mut random));
        let inputs: Vec<Drawn> =
            drawn.map(|values| Drawn { input: source.write(&values), values: values.into() }).collect();
        let candidates = self::drawn(program, 12, 3 + idx as u64);
        for candidate in std::iter::once(Candidate::default()).chain(candidates) {
            let Some(glances) = oracle.glance(&candidate, &inputs, 20_000).unwrap() else {
                // It does not compile; nothing is drawn for such a candidate.
                let judged = oracle.confirm(std::slice::from_ref(&candidate)).unwrap();
                assert!(matches!(judged[0].verdict, Verdict::Invalid(_)), "{:?}", judged[0]);
                continue;
            };
            let probes = oracle.probe(&candidate, &inputs, &NodeSet::new(), false).unwrap();
            assert_eq!(glances.len(), probes.len());
            for ((drawn, glance), probe) in inputs.iter().zip(&glances).zip(&probes) {
                let place =
                    || format!("{}, {:?}, {candidate:?}: {glance:?}, {probe:?}", task.id(), drawn.input);
                assert_eq!(glance.end, probe.end, "{}", place());
                assert_eq!(glance.n_values, probe.n_values, "{}", place());
                assert_eq!(glance.is_refuted, probe.is_refuted, "{}", place());
                if glance.end != RunEnd::OutOfFuel {
                    assert_eq!(glance.values_hash, probe.values_hash, "{}", place());
                    assert_eq!(glance.ticks, probe.ticks, "{}", place());
                }
                n_reached += usize::from(glance.n_values > 0);
                n_refuted += usize::from(glance.is_refuted);
                n_passed += usize::from(!glance.is_refuted && !probe.consulted.is_empty());
            }
        }
    }
    assert!(n_reached > 100 && n_refuted > 100 && n_passed > 10, "{n_reached}, {n_refuted}, {n_passed}");
}

/// Constructs that the suite's programs have none of.
const CONSTRUCTS: &str = r#"-module(program).
-export([main/1]).
-record(r, {a = 1, b}).
main(X) ->
    A = #{k => X, l => [X | "ab"]},
    B = A#{k := 3, m => {X, X = X}},
    #{k := K} = B,
    R = #r{b = X, a = K},
    S = R#r{b = K + R#r.a},
    T = try helper(X, S) of
        {ok, V} when is_integer(V), V > 2; V =:= X -> V;
        W -> {W, K}
    catch
        error:{badmatch, E} -> E;
        throw:E -> {thrown, E};
        _:_ -> other
    after
        ok
    end,
    Loop = fun Self(0, Acc) -> Acc; Self(N, Acc) -> Self(N - 1, [N | Acc]) end,
    L = (catch Loop(X, [])),
    case X of
        0 -> P = 1, Q = 2;
        _ when X > 1 andalso X < 9 -> P = X, Q = begin C = X * X, C - 1 end;
        _ -> P = 0, Q = 5
    end,
    M = [{Y, Z} || Y <- [1, P, Q], Z <- L, Z rem Y =:= 0, is_list(L) andalso Y > 0],
    N = lists:foldl(fun({Y, Z}, K) -> K + Y * Z; (_, K) -> K end, K, M),
    io:format("~p ~s~n", [T, "x"]),
    F = fun helper/2,
    Result = {T, N, catch F(a, S), X > 3 orelse M},
    Last = use(Result, L),
    Last.
helper(X, #r{a = A, b = B}) when X > 2 -> {ok, X + A + B};
helper(0, _) -> throw(none);
helper(1, #r{b = B}) -> {x, 1} = {B, 1};
helper(X, _) -> {ok, X}.
use({T, _, _, _} = R, [_ | _]) -> {T, R};
use(R, "") -> {R};
use(_, _) -> none.
"#;

#[apply(test)]
#[needs(Erlang)]
fn closures_agree_with_compiled_code_on_other_constructs() {
    let program = parse(CONSTRUCTS);
    assert_eq!(program.problems(), []);
    let n_candidates = amount(120, 400, 8_000);
    for (variable, seed) in [("Last", 1), ("Z", 2), ("K", 3)] {
        let mut oracle = open(&program, criterion(&program, variable)).unwrap();
        let observed = oracle.add_inputs(&inputs(&["0", "1", "2", "5", "12", "x", "2.0", "[]"])).unwrap();
        assert!(observed.iter().any(|observation| observation.n_values > 0));
        let counts = check_agreement(&mut oracle, &drawn(&program, n_candidates, seed));
        assert!(counts[..3].iter().all(|&n| n > 0), "{variable} {counts:?}");
    }
}

/// Names that begin with `fun` or need quotes, and comments that look like code.
const NAMES: &str = r#"-module(program).
-export([main/1]).
-compile(export_all).
-record('q r', {'b c', d}).
main(X) ->
    A = lists:map(fun funny/1, [X, 3]),
    B = 'it is'(hd(A)),
    C = program:'c d'(B),
    D = (fun 'it is' / 1)(C) + (fun % a, b. (c)
        funny % x/2
        / 1)(B),
    E = fun_x(D) + ('program':'c d')(D),
    F = lists:map(fun 'fun'/1, [E]),
    R = #'q r'{'b c' = F, d = B},
    Last = {R#'q r'.'b c', R #'q r'.d, #'q r'.'b c'},
    Last.
funny(X) when X > 1, % a; b, when c
    X < 3; % d, 'e
    X =:= 0, % "
    is_integer(X) -> X + 1;
funny(X) when is_atom(X); % , when
    X =:= 12 % ;
    -> 7;
funny(_) -> 5.
ny(X) -> X + 2.
'it is'(X) -> if X > 5; % , a
    X =:= 1, % ; b
    X < 2 -> X + 3; true -> X end.
'c d'(X) -> X * 2.
fun_x(X) -> X + 4.
'fun'(X) -> X + 5.
"#;

#[apply(test)]
#[needs(Erlang)]
fn closures_agree_with_compiled_code_on_odd_names_and_comments_in_guards() {
    let program = parse(NAMES);
    assert_eq!(program.problems(), []);
    for (variable, seed) in [("Last", 1), ("E", 2), ("B", 3)] {
        let mut oracle = open(&program, criterion(&program, variable)).unwrap();
        let observed = oracle.add_inputs(&inputs(&["0", "1", "2", "5", "12", "x"])).unwrap();
        assert!(observed.iter().all(|observation| observation.n_values > 0), "{variable}");
        let counts = check_agreement(&mut oracle, &drawn(&program, 120, seed));
        assert!(counts[..3].iter().all(|&n| n > 0), "{variable} {counts:?}");
    }
}

/// Binaries: built, matched and run through, with sizes and types.
const BINARIES: &str = r#"-module(program).
-export([main/1]).
main(X) ->
    {Kind, Whole} = kind(X),
    N = byte_size(Whole) rem 5,
    Packet = <<"ab", N:(N + 1)/little, (length(X)), $c:16, Whole/binary, Kind:4/signed, 1.5:32/float, N/utf8, 7:12>>,
    {Name, Rest, Sum} = case Packet of
        <<A, B:2/bytes, Tail/bitstring>> when A > 96, B =/= <<"bb">> -> {A, Tail, B};
        <<Tail/bitstring>> -> {0, Tail, <<0, 0>>}
    end,
    Size = fun(N, <<Q, R:Q/binary, _/binary>>) -> {N, R}; (K, <<_:N, R/bits>>) -> {K, R}; (_, R) -> R end,
    Twice = << <<Y:16/little>> || <<Y>> <= Whole, Y > N >>,
    Odd = << <<Y:N, Z:3>> || Y <- X, <<1:1, Z:3, _:4>> <= <<Y>> >>,
    Pairs = [{Y, Z} || <<Y:2/unit:4, Z:Y/binary>> <= <<1, "a", Twice/binary>>, Z =/= <<"b">>],
    Last = {Name, Rest, Sum, Size(Kind, Whole), Odd, Pairs, catch <<Kind:N/binary>>, <<Whole:N/binary-unit:2>> =:= Twice},
    use(Last).
kind(X) when is_list(X) ->
    case iolist_to_binary(X) of
        <<"len", Size:8/signed, Data:Size/binary, More/binary>> -> {Size, <<Data/binary, 0, More/binary>>};
        <<F:16/float, S:16/signed-little, R/binary>> when F < 2.0 -> {S, R};
        <<C/utf8, "x", R/binary>> -> {C, R};
        <<>> -> {none, <<>>};
        All = <<_:1/binary, R/binary>> -> {byte_size(R), All};
        Other -> {9, Other}
    end.
use({_, _, _, S, O, P, _, _}) -> Seen = {S, O, P}, Seen.
"#;

#[apply(test)]
#[needs(Erlang)]
fn closures_agree_with_compiled_code_on_binaries() {
    let program = parse(BINARIES);
    assert_eq!(program.problems(), []);
    let n_candidates = amount(120, 400, 8_000);
    let given = [
        r#""""#,
        r#""len""#,
        "[108,101,110,2,1,2,3,255,9]",
        "[108,101,110,200,1]",
        "[60,0,1,128,7,8,9,10]",
        r#""axbx""#,
        "[195,169,120,255,128,3]",
        "[1,2,3]",
        "x",
    ];
    for (variable, seed) in
        [("Last", 1), ("Z", 2), ("N", 3), ("Seen", 4), ("Packet", 5), ("Size", 6), ("Rest", 7)]
    {
        let mut oracle = open(&program, criterion(&program, variable)).unwrap();
        let observed = oracle.add_inputs(&inputs(&given)).unwrap();
        assert!(observed.iter().any(|observation| observation.n_values > 0), "{variable}");
        let counts = check_agreement(&mut oracle, &drawn(&program, n_candidates, seed));
        assert!(counts[..3].iter().all(|&n| n > 0), "{variable} {counts:?}");
    }
}

#[apply(test)]
#[needs(Erlang)]
fn a_variable_of_a_pattern_is_observed_when_it_is_bound() {
    let program = parse(
        "-module(program).\n-export([main/1]).\nmain(L) -> [f(X) || {X, _} <- L].\nf(Y) -> {Z, _} = {Y, 1}, Z.\n",
    );
    for variable in ["X", "Y", "Z", "L"] {
        let first = program.ids().find(|&node| program.label(node) == variable).unwrap();
        let is_bound_in_template = variable == "X";
        let node = if is_bound_in_template { criterion(&program, "X") } else { first };
        let mut oracle = open(&program, node).unwrap();
        let observed = oracle.add_inputs(&inputs(&["[{1,a},2,{3,b}]", "[]"])).unwrap();
        let expected = if variable == "L" { [1, 1] } else { [2, 0] };
        assert_eq!([observed[0].n_values, observed[1].n_values], expected, "{variable}");
        let confirmed = oracle.confirm(&[Candidate::default()]).unwrap();
        assert_eq!(confirmed[0].verdict, Verdict::Same, "{variable}");
    }
}

#[apply(test)]
fn a_guard_is_no_place_for_a_criterion() {
    let program = parse("-module(program).\n-export([main/1]).\nmain(X) when X > 1 -> ok.\n");
    let said = open(&program, criterion(&program, "X")).err().unwrap();
    assert!(said.starts_with("error: program.erl:3:14: the criterion is in a guard"), "{said}");
}

#[apply(test)]
#[needs(Erlang)]
fn what_the_machine_decides_is_refused_with_its_place() {
    for (call, name) in [
        ("self()", "erlang:self/0"),
        ("spawn(fun() -> ok end)", "erlang:spawn/1"),
        ("ets:new(t, [])", "ets:new/2"),
        ("file:read_file(X)", "file:read_file/1"),
        ("halt()", "erlang:halt/0"),
        ("list_to_existing_atom(X)", "erlang:list_to_existing_atom/1"),
    ] {
        let program =
            parse(&format!("-module(program).\n-export([main/1]).\nmain(X) ->\n    Y = {call},\n    Y.\n"));
        let said = open(&program, criterion(&program, "Y")).err().unwrap();
        assert!(said.starts_with("error: program.erl:4:9: ") && said.contains(name), "{said}");
    }
}

#[apply(test)]
#[needs(Erlang)]
fn originals_that_cannot_be_observed_get_one_clear_message() {
    for (body, expected) in [
        ("Y = X +, Y", "error: program.erl:"),
        ("Y = Z, Y", "the program does not compile: variable 'Z' is unbound"),
        ("receive Y -> Y end", "receive_expr"),
        ("Y = fun() -> X end, Y", "takes functions as values"),
    ] {
        let program = parse(&format!("-module(program).\n-export([main/1]).\nmain(X) -> {body}.\n"));
        let said = match open(&program, criterion(&program, "Y")) {
            Err(said) => said,
            Ok(mut oracle) => oracle.add_inputs(&inputs(&["1"])).unwrap_err().to_string(),
        };
        assert!(said.contains(expected), "{said}");
    }
    let program = parse("-module(program).\n-export([main/0]).\nmain() -> X = 1, X.\n");
    assert!(open(&program, criterion(&program, "X")).err().unwrap().contains("exports no function `main/1`"));
}

#[apply(test)]
#[needs(Erlang)]
fn a_crash_or_a_loop_leaves_the_values_so_far() {
    let program = parse(
        "-module(program).\n-export([main/1]).\nmain(0) -> hd([]);\nmain(loop) -> main(loop);\nmain(X) -> Y = X - 1, main(Y).\n",
    );
    let mut oracle = open(&program, criterion(&program, "Y")).unwrap();
    let observed = oracle.add_inputs(&inputs(&["3", "loop"])).unwrap();
    assert_eq!(observed[0].n_values, 3);
    assert!(matches!(&observed[0].end, RunEnd::Crashed(why) if why.starts_with("error: badarg")));
    assert_eq!((observed[1].n_values, &observed[1].end), (0, &RunEnd::OutOfFuel));
    let clause = program.ids().filter(|&node| program.kind(node) == "function_clause").nth(1).unwrap();
    assert!(observed[1].reached.contains(clause) && !observed[0].reached.contains(clause));
}

#[apply(test)]
#[needs(Erlang)]
fn a_virtual_machine_that_is_used_again_has_forgotten_the_program_before() {
    let program = "-module(program).\n-export([main/1]).\nmain(X) -> Y = X, helper:one(Y), Z = Y, Z.\n";
    let helper = "-module(helper).\n-export([one/1]).\none(N) -> N.\n";
    let files = [SourceFile::new("program.erl", program), SourceFile::new("helper.erl", helper)];
    let both = Tree::parse(Language::Erlang, &files);
    let alone = parse(program);
    for _ in 0..2 {
        for (tree, n_values) in [(&both, 1), (&alone, 0)] {
            // A second oracle beside it needs virtual machines of its own.
            let mut oracles = [0, 1].map(|_| open(tree, criterion(tree, "Z")).unwrap());
            for oracle in &mut oracles {
                assert_eq!(oracle.n_inputs(), 0);
                let observed = oracle.add_inputs(&inputs(&["7"])).unwrap();
                assert_eq!(observed[0].n_values, n_values);
                assert_eq!(observed[0].end == RunEnd::Returned, n_values == 1, "{:?}", observed[0].end);
                assert!(oracle.confirm(&[Candidate::default()]).unwrap()[0].is_same());
            }
        }
    }
}

#[apply(test)]
#[needs(Erlang)]
fn fuel_decides_alike_every_time_and_memory_takes_nothing_along() {
    let text = "-module(program).\n-export([main/1]).\n\
        main(N) -> L = grow(N, []), Y = length(L), Y.\n\
        grow(0, L) -> L;\ngrow(N, L) -> grow(N - 1, double(N, L)).\n\
        double(1, L) -> [1 | L];\ndouble(_, L) -> M = L ++ [1], M ++ tl(M).\n";
    let program = parse(text);
    let mut oracle = open(&program, criterion(&program, "Y")).unwrap();
    oracle.add_inputs(&inputs(&["3"])).unwrap();
    let deletions = languages::deletions(&program).unwrap();
    let singles: Vec<Candidate> =
        (0..deletions.all().len() as DeletionId).map(|id| Candidate::from_iter([id])).collect();
    let judged = oracle.judge(&singles, true).unwrap();
    let out = judged.iter().filter(|judgement| matches!(judgement.verdict, Verdict::OutOfFuel { .. }));
    assert!(out.count() > 0, "the loop without its end");
    assert_eq!(oracle.judge(&singles, true).unwrap(), judged);
    let again: Vec<Candidate> = singles.iter().rev().cloned().collect();
    let mut reversed = oracle.judge(&again, true).unwrap();
    reversed.reverse();
    assert_eq!(reversed, judged);
    assert!(oracle.judge(&[Candidate::default()], false).unwrap()[0].is_same());
}

/// Runs that are known to be those of an earlier candidate are left out, and calls that do what they did; nothing shows it.
#[apply(test)]
#[needs(Erlang)]
fn a_judgement_depends_on_nothing_that_was_judged_before() {
    let suite = &SUITE;
    let tasks = suite.tasks().filter(|task| task.benchmark.language == Language::Erlang);
    let mut n_same = 0;
    for (idx, task) in tasks.enumerate().step_by(amount(6, 4, 1)) {
        let program = &task.benchmark.tree;
        let entry = task.benchmark.entry_point().unwrap().to_owned();
        let question = Question::new(task.criterion.nodes.clone(), entry);
        let drawn = drawn(program, 60, idx as u64);
        n_same += same_in_any_order(program, &question, &task.benchmark.inputs, drawn);
    }
    assert!(n_same > 100, "only {n_same} candidates passed");
}

/// The same candidates forwards, backwards and one by one: how many pass.
fn same_in_any_order(
    program: &Tree,
    question: &Question,
    inputs: &[Input],
    mut candidates: Vec<Candidate>,
) -> usize {
    let fresh = |candidates: &[Candidate]| {
        let mut oracle = languages::oracle(program, question).unwrap();
        oracle.add_inputs(inputs).unwrap();
        oracle.judge(candidates, true).unwrap()
    };
    // Single deletions pass more often than sets; what passes is what the next ones are compared with.
    let n_deletions = languages::deletions(program).unwrap().all().len() as DeletionId;
    candidates.extend((0..n_deletions).map(|id| [id].into_iter().collect::<Candidate>()));
    let forwards = fresh(&candidates);
    let mut oracle = languages::oracle(program, question).unwrap();
    oracle.add_inputs(inputs).unwrap();
    for (n_frame, judged) in [(1, 61), (5, 7), (256, 1)] {
        for (frame, expected) in candidates.rchunks(n_frame).zip(forwards.rchunks(n_frame)).step_by(judged) {
            assert_eq!(oracle.judge(frame, true).unwrap(), expected, "{}", program.file(0).text);
        }
    }
    for (judgement, candidate) in forwards.iter().zip(&candidates).step_by(23) {
        let alone = fresh(std::slice::from_ref(candidate));
        assert_eq!(alone[0], *judgement, "{} {candidate:?}", program.file(0).text);
    }
    forwards.iter().filter(|judgement| judgement.is_same()).count()
}

/// Calls that give again what they gave, and calls that must not: helpers that are called from everywhere, with values
/// observed in them, failures that somebody handles, funs that remember who made them, names that are computed, a process dictionary.
const AGAIN: &str = r#"-module(program).
-export([main/1, named/1]).
main(X) ->
    A = twice(X),
    B = listed(A, []),
    C = handled(B),
    D = twice(C),
    F = adder(D),
    E = [F(Y) || Y <- listed(D, [])],
    G = lists:map(fun twice/1, E),
    H = apply(program, named, [hd(G)]),
    counted(twice(H)),
    I = counted(twice(H)),
    {A, B, C, D, E, G, H, I, twice(C), listed(A, [])}.
twice(V) -> Seen = V + V, half(Seen), Seen.
half(V) -> case V rem 2 of 0 -> V div 2; _ -> throw(odd) end.
listed(N, L) when N > 0 -> listed(N - 3, [N | L]);
listed(_, L) -> [1 | L].
handled([H | T]) ->
    try failing(T) of
        V -> V + H
    catch
        throw:W -> W;
        error:_ -> half(H * 2)
    end.
failing([H]) -> throw(twice(H));
failing([_ | T]) -> failing(T) + 1;
failing([]) -> hd([]).
adder(N) -> fun(V) -> twice(V) + N end.
named(V) -> half(V * 4).
counted(V) ->
    case get(count) of
        undefined -> put(count, V), V;
        N -> put(count, N + twice(V)), N
    end.
"#;

#[apply(test)]
#[needs(Erlang)]
fn calls_that_give_again_what_they_gave_change_no_judgement() {
    let program = parse(AGAIN);
    let inputs = inputs(&["0", "7", "2", "4", "11"]);
    let deletions = languages::deletions(&program).unwrap();
    // Two or three deletions that mostly pass, around which others differ in one place.
    let n_drawn = if is_slow() { 2_000 } else { 150 };
    let mut random = Random::new(3);
    let mut set = |n: usize| -> Candidate {
        (0..n).map(|_| random.below(deletions.all().len()) as DeletionId).collect()
    };
    for variable in ["Seen", "H", "N"] {
        let drawn = (0..n_drawn).map(|idx| set(2 + idx % 2)).collect();
        for rule in [SliceRule::Prefix, SliceRule::Strict] {
            let question = Question { rule, ..Question::new(vec![criterion(&program, variable)], "main/1") };
            let candidates: &Vec<Candidate> = &drawn;
            let n_same = same_in_any_order(&program, &question, &inputs, candidates.clone());
            assert!(n_same > 0, "{variable}");
        }
    }
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict.
#[apply(test)]
#[needs(Erlang)]
fn a_failing_run_depends_on_what_it_consulted() {
    let task = SUITE.tasks().find(|task| task.id() == "erlang/stack-machine/s10Top").expect("in the suite");
    let question = Question::new(task.criterion.nodes.clone(), "main/1");
    let mut oracle = languages::oracle(&task.benchmark.tree, &question).unwrap();
    oracle.add_inputs(&task.benchmark.inputs).unwrap();
    let program = &task.benchmark.tree;
    let deletions = languages::deletions(program).unwrap();
    let mut state = 5;
    for _ in 0..200 {
        let candidate = random_candidate(program, &deletions, &mut state);
        let other = random_candidate(program, &deletions, &mut state);
        let first = &oracle.judge(std::slice::from_ref(&candidate), true).unwrap()[0];
        let Verdict::Different(witness) = first.verdict else { continue };
        let unasked =
            other.ids().iter().copied().filter(|&id| !first.consulted.contains(deletions.get(id).node));
        let both: Candidate = candidate.ids().iter().copied().chain(unasked).collect();
        let second = &oracle.judge(&[both], false).unwrap()[0];
        match second.verdict {
            Verdict::Invalid(_) => {}
            Verdict::Different(found) => assert!(found.input_idx <= witness.input_idx),
            _ => panic!("{candidate:?} {other:?} {second:?}"),
        }
    }
}
