//! Clocks, random numbers and the dictionary of a process are part of the input: the same for whoever runs a program on it.

use std::process::Command;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::deletions::Candidate;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Observation, Oracle, Question, RunEnd, Verdict};
use bench_slicers::suite::{Input, Wanted, resolve};

use crate::harness::amount;
use crate::oracle::{check_agreement, drawn};
use crate::support::inputs;

fn erlang(text: &str) -> Tree {
    let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
    assert_eq!(program.problems(), [], "{text}");
    program
}

fn c(text: &str) -> Tree {
    Tree::parse(Language::C, &[SourceFile::new("program.c", text)])
}

/// The first occurrence of a variable on a line.
fn open<'t>(program: &'t Tree, line: usize, variable: &str) -> Box<dyn Oracle + 't> {
    let wanted = Wanted { file_idx: 0, line, variable, occurrence: 1, column: None };
    let criterion = resolve(program, &wanted).expect("the criterion is there");
    let entry = if program.language() == Language::C { "main" } else { "main/1" };
    languages::oracle(program, &Question::new(vec![criterion], entry))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// What the value of an expression is observed as, on each of these arguments `X`.
fn observed(expression: &str, args: &[&str]) -> Vec<Observation> {
    let program = erlang(&format!(
        "-module(program).\n-export([main/1]).\nmain(X) ->\n    C = {expression},\n    {{C, X}}.\n"
    ));
    let found = open(&program, 4, "C")
        .add_inputs(&inputs(args))
        .unwrap_or_else(|error| panic!("{expression}: {error}"));
    assert!(found.iter().all(|seen| seen.end == RunEnd::Returned), "{expression}: {found:?}");
    found
}

fn hashes(expression: &str, args: &[&str]) -> Vec<u64> {
    observed(expression, args).iter().map(|seen| seen.values_hash).collect()
}

const ARGS: [&str; 4] = ["0", "1", "[]", "{a, \"text\"}"];

/// What must be true of every value.
#[apply(test)]
#[needs(Erlang)]
fn clocks_and_numbers_keep_their_promises() {
    for expression in [
        // The clock goes on, and nothing says another time.
        "begin A = erlang:now(), B = erlang:now(), D = os:timestamp(), A < B andalso B < D end",
        "begin A = erlang:monotonic_time(), A < erlang:monotonic_time() end",
        "begin A = erlang:system_time(microsecond), A < os:system_time(microsecond) end",
        "begin A = erlang:system_time(), is_integer(A), A > 0 end",
        "begin {M, S, U} = now(), M >= 0 andalso S < 1000000 andalso U < 1000000 end",
        "begin O = erlang:time_offset(second), M = erlang:monotonic_time(second), \
         abs(erlang:system_time(second) - M - O) =< 2 end",
        "erlang:time_offset() =:= erlang:time_offset()",
        "begin S = erlang:system_time(second), D = calendar:universal_time(), \
         abs(calendar:datetime_to_gregorian_seconds(D) - 62167219200 - S) =< 1 end",
        "begin A = calendar:local_time(), B = erlang:localtime(), A =< B end",
        "begin {Y, M, D} = date(), calendar:valid_date(Y, M, D) andalso Y >= 1970 andalso Y =< 2039 end",
        "begin {H, M, S} = time(), H < 24 andalso M < 60 andalso S < 60 end",
        "begin A = os:timestamp(), B = os:timestamp(), timer:now_diff(B, A) > 0 end",
        "begin A = erlang:monotonic_time(millisecond), ok = timer:sleep(5000), \
         erlang:monotonic_time(millisecond) - A >= 5000 end",
        "begin {T, V} = timer:tc(fun() -> X end), T > 0 andalso V =:= X end",
        "begin {T, V} = timer:tc(fun(A) -> {A, X} end, [b]), T > 0 andalso V =:= {b, X} end",
        // Unique numbers are.
        "begin L = [erlang:unique_integer([positive]) || _ <- lists:seq(1, 50)], lists:usort(L) =:= L andalso hd(L) > 0 end",
        "erlang:unique_integer([monotonic]) < erlang:unique_integer([monotonic])",
        "erlang:unique_integer() =/= erlang:unique_integer()",
        "make_ref() =/= make_ref()",
        // Random numbers are in their range, and differ.
        "begin L = [rand:uniform(6) || _ <- lists:seq(1, 200)], lists:usort(L) =:= [1, 2, 3, 4, 5, 6] end",
        "begin A = rand:uniform(), A >= 0 andalso A < 1 andalso A =/= rand:uniform() end",
        "byte_size(rand:bytes(5)) =:= 5",
        "is_float(rand:normal())",
        "begin {N, _} = rand:uniform_s(9, rand:seed_s(exsp)), N > 0 andalso N < 10 end",
        "begin rand:seed(exsss), A = rand:export_seed(), rand:uniform(), A =/= rand:export_seed() end",
        // The dictionary is empty, and has the generator's state as the real one does.
        "get() =:= [] andalso get_keys() =:= [] andalso rand:export_seed() =:= undefined",
        "begin rand:uniform(), [rand_seed] =:= get_keys() end",
        "begin rand:uniform(5), S = get(rand_seed), A = rand:uniform(1000000), put(rand_seed, S), A =:= rand:uniform(1000000) end",
        "begin put(expected, 1), put(run, 2), put(own, 3), erase(expected) =:= 1 end",
        // By names that are computed, and as funs.
        "begin F = fun erlang:now/0, A = F(), M = erlang, A < M:now() andalso A < apply(erlang, now, []) end",
        "begin F = fun put/2, F(k, 7), lists:map(fun get/1, [k, l]) =:= [7, undefined] end",
        // Failures are the real ones.
        "begin {'EXIT', {R, _}} = (catch erlang:system_time(fortnight)), R =:= badarg end",
        "begin {'EXIT', {R, _}} = (catch rand:uniform(0)), R =:= function_clause end",
        "begin {'EXIT', {R, _}} = (catch erlang:unique_integer([first])), R =:= badarg end",
    ] {
        assert_eq!(hashes(expression, &ARGS), hashes("true", &ARGS), "{expression}");
    }
}

#[apply(test)]
#[needs(Erlang)]
fn other_inputs_see_other_clocks_and_numbers_and_the_same_see_the_same() {
    for expression in [
        "now()",
        "os:timestamp()",
        "erlang:system_time(second)",
        "date()",
        "calendar:local_time()",
        "rand:uniform(1000000000)",
        "begin rand:seed(exsplus), rand:uniform(1000000000) end",
        "erlang:unique_integer([positive])",
        "begin A = os:perf_counter(nanosecond), os:perf_counter(nanosecond) - A end",
        "begin random:seed(os:timestamp()), random:uniform(1000000000) end",
    ] {
        let found = hashes(expression, &ARGS);
        assert_eq!(found, hashes(expression, &ARGS), "{expression}");
        for (idx, hash) in found.iter().enumerate() {
            assert!(!found[..idx].contains(hash), "{expression}: the same on {} and another", ARGS[idx]);
        }
    }
}

/// What depends on nothing but what the program does has the values of the runtime itself.
#[apply(test)]
#[needs(Erlang)]
fn generators_with_a_seed_and_the_dictionary_are_the_real_ones() {
    for expression in [
        "begin rand:seed(exsss, {1, 2, 3}), [rand:uniform(100) || _ <- [1, 2, 3]] end",
        "begin rand:seed(exrop, 42), [rand:uniform(), rand:uniform_real(), rand:normal(), rand:bytes(3)] end",
        "begin rand:seed(exsp, 4), rand:jump(), A = rand:uniform(50), S = rand:export_seed(), rand:seed(S), {A, rand:uniform(50), rand:normal(1, 2)} end",
        "begin {A, S} = rand:uniform_s(9, rand:seed_s(exsss, 5)), {B, _} = rand:uniform_s(S), {A, B} end",
        "[random:uniform(10), random:uniform(10)]",
        "begin random:seed(1, 2, 3), A = random:uniform(100), {A, random:seed(), random:uniform()} end",
        "begin random:seed({4, 5, 6}), {random:uniform(100), get(random_seed), random:seed0()} end",
        "[put(a, 1), put(a, 2), get(a), put({b}, 2), lists:sort(get_keys(2)), erase(a), get(a), get(), erase(), get()]",
        "[put(1, i), put(1.0, f), get(1), get(1.0), lists:sort(get())]",
        "[calendar:day_of_the_week(2024, 2, 29), calendar:last_day_of_the_month(2023, 2), calendar:gregorian_days_to_date(738000)]",
        "[timer:seconds(2), timer:hms(1, 2, 3), timer:now_diff({1, 2, 3}, {1, 1, 5}), erlang:convert_time_unit(5, second, microsecond)]",
        "[calendar:now_to_datetime({1700, 5, 6}), calendar:iso_week_number({2021, 1, 3}), calendar:seconds_to_daystime(100000)]",
    ] {
        // In a process of its own: the first one has a dictionary.
        let script = format!(
            "spawn_monitor(fun() -> io:format(\"~w\", [{expression}]) end), receive {{'DOWN', _, _, _, _}} -> halt() end."
        );
        let real = Command::new("erl").args(["-noshell", "-eval", &script]).output().expect("erl starts");
        let real = String::from_utf8(real.stdout).expect("terms are text");
        assert_eq!(hashes(expression, &["0"]), hashes(&real, &["0"]), "{expression} is {real}");
    }
}

/// Everything of this kind, in places where code goes away.
const ALL: &str = r#"-module(program).
-export([main/1]).
main(X) ->
    put(count, 0),
    T = now(),
    Old = put(last, X),
    L = [draw(N, X) || N <- [2, 10, 1000]],
    rand:seed(exsss, lists:sum(L)),
    U = rand:uniform(100),
    D = timer:now_diff(erlang:now(), T),
    {Time, V} = timer:tc(fun() -> count(L) end),
    F = fun erlang:unique_integer/1,
    {Date, _} = calendar:local_time(),
    K = lists:sort(get_keys()),
    E = (catch rand:uniform(count([]) - 99)),
    M = if X > 1 -> os; true -> erlang end,
    S = [M:system_time(second), get(last), erase(last), get(last), Old],
    Last = {L, U, D, V, Time, F([positive]) - F([positive]), Date, K, E, S, random:uniform(7)},
    Last.
draw(N, X) ->
    put(count, get(count) + 1),
    case rand:uniform(N) of
        1 -> {one, erlang:monotonic_time(second)};
        R when R > N div 2 -> rand:uniform(N);
        R -> count([R, X])
    end,
    get(count).
count([]) -> get(count);
count([H | T]) ->
    C = {H, put(count, get(count) + 2)},
    put(C, now()),
    count(T).
"#;

#[apply(test)]
#[needs(Erlang)]
fn closures_agree_with_compiled_code_on_what_is_virtual() {
    let program = erlang(ALL);
    let n_candidates = amount(150, 800, 4_000);
    for (line, variable, seed) in [(19, "Last", 1), (30, "C", 2), (9, "U", 3)] {
        let mut oracle = open(&program, line, variable);
        let seen = oracle.add_inputs(&inputs(&["0", "1", "2", "x", "2.0"])).unwrap();
        assert!(seen.iter().all(|seen| seen.n_values > 0 && seen.end == RunEnd::Returned), "{seen:?}");
        let mut candidates = drawn(&program, n_candidates, seed);
        candidates.extend((0..oracle.deletions().all().len()).map(|id| [id as u32].into_iter().collect()));
        let counts = check_agreement(&mut oracle, &candidates);
        assert!(counts[..3].iter().all(|&n| n > 0), "{variable} {counts:?}");
    }
}

fn without(oracle: &mut Box<dyn Oracle + '_>, text: &str) -> Verdict {
    let program = oracle.program();
    let node =
        program.ids().find(|&node| program.text(node) == text).unwrap_or_else(|| panic!("no `{text}`"));
    let candidate: Candidate = oracle.deletions().of_node(node).take(1).collect();
    oracle.judge(&[candidate], false).unwrap().remove(0).verdict
}

/// As it would be outside: who draws less draws other numbers later.
#[apply(test)]
#[needs(Erlang)]
fn a_call_that_goes_shifts_what_comes_after_it() {
    let program = erlang(
        "-module(program).\n-export([main/1]).\nmain(X) ->\n    A = rand:uniform(1000000),\n    put(key, X),\n    \
         B = erlang:now(),\n    C = {rand:uniform(1000000), get(key)},\n    {A, B, C}.\n",
    );
    let mut oracle = open(&program, 8, "C");
    oracle.add_inputs(&inputs(&["1", "2"])).unwrap();
    assert!(matches!(without(&mut oracle, "rand:uniform(1000000)"), Verdict::Different(_)));
    assert!(matches!(without(&mut oracle, "put(key, X)"), Verdict::Different(_)));
    assert_eq!(without(&mut oracle, "erlang:now()"), Verdict::Same);
}

#[apply(test)]
#[needs(Erlang)]
fn what_is_not_virtual_is_refused_with_its_place() {
    for (call, name) in [
        ("self()", "erlang:self/0"),
        ("node()", "erlang:node/0"),
        ("erlang:statistics(runtime)", "erlang:statistics/1"),
        ("timer:send_after(1, x)", "timer:send_after/2"),
        ("timer:tc(lists, seq, [1, 2])", "timer:tc/3"),
        ("os:getenv(\"HOME\")", "os:getenv/1"),
        ("os:getpid()", "os:getpid/0"),
        ("fun os:getpid/0", "os:getpid/0"),
        ("calendar:rfc3339_to_system_time(\"2018-02-01T15:18:02Z\")", "calendar:rfc3339_to_system_time/1"),
    ] {
        let program = erlang(&format!(
            "-module(program).\n-export([main/1]).\nmain(X) ->\n    C = X,\n    {{{call}, C}}.\n"
        ));
        let wanted = Wanted { file_idx: 0, line: 4, variable: "C", occurrence: 1, column: None };
        let question = Question::new(vec![resolve(&program, &wanted).unwrap()], "main/1");
        let said = languages::oracle(&program, &question).err().expect("is refused").to_string();
        assert_eq!(
            said,
            format!(
                "error: program.erl:5:6: cannot be run as part of a candidate: `{name}`\n\
                 hint: programs may call what depends on its arguments alone, clocks, random numbers and their dictionary: no processes, tables, files"
            )
        );
    }
}

const CLOCKS_IN_C: &str = "#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
    time_t begun = time(NULL), now;
    clock_t first = clock();
    int i, sum = 0, fair = 0;

    srand((unsigned) time(&now));
    for (i = 0; i < 20; i++) {
        sum = (sum * 31 + rand() % 100) % 1000003;
        fair = fair + (clock() > first);
    }
    if (difftime(now, begun) < 0 || now < begun || (double) first / CLOCKS_PER_SEC < 0)
        fair = -1;
    if (rand() > RAND_MAX / 2)
        sum++;
    return sum + fair;
}
";

fn texts(args: &[&[&str]]) -> Vec<Input> {
    let input = |args: &&[&str]| Input {
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        stdin: String::new(),
    };
    args.iter().map(input).collect()
}

fn hashes_in_c(text: &str, line: usize, variable: &str, inputs: &[Input]) -> Vec<u64> {
    let program = c(text);
    let seen = open(&program, line, variable).add_inputs(inputs).unwrap();
    seen.iter().map(|seen| seen.values_hash).collect()
}

#[apply(test)]
#[needs(Gcc)]
fn clocks_of_c_follow_from_the_input() {
    let inputs = texts(&[&[], &["a"], &["a", "b"], &["ab"]]);
    let mut other = inputs[0].clone();
    other.stdin = "text".to_owned();
    let inputs = [inputs, vec![other]].concat();
    let sums = hashes_in_c(CLOCKS_IN_C, 19, "sum", &inputs);
    assert_eq!(sums, hashes_in_c(CLOCKS_IN_C, 19, "sum", &inputs));
    (0..sums.len()).for_each(|idx| assert!(!sums[..idx].contains(&sums[idx]), "{idx}: {sums:?}"));
    // The clock goes on, and nothing runs backwards.
    let fair = |text: &str| hashes_in_c(text, 19, "fair", &inputs);
    assert_eq!(fair(CLOCKS_IN_C), fair(&CLOCKS_IN_C.replace("(clock() > first)", "1")));
}

/// A generator with a seed gives the numbers of the library, and begins as with seed 1.
#[apply(test)]
#[needs(Gcc)]
fn random_numbers_of_c_are_the_real_ones() {
    let text = |first: &str, value: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n{{\n    int number;\n    {first}\n    number = {value};\n    printf(\"%d\", number);\n    return number;\n}}\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let (source, path) = (folder.path().join("p.c"), folder.path().join("p"));
    for first in ["srand(7);", "srand(1);", "rand();", ";"] {
        std::fs::write(&source, text(first, "rand()")).unwrap();
        assert!(Command::new("gcc").arg(&source).arg("-o").arg(&path).status().unwrap().success());
        let real = String::from_utf8(Command::new(&path).output().unwrap().stdout).unwrap();
        let inputs = texts(&[&[], &["a"]]);
        let of = |text: &str| hashes_in_c(text, 8, "number", &inputs);
        assert_eq!(of(&text(first, "rand()")), of(&text("", &real)), "{first} {real}");
    }
}

#[apply(test)]
#[needs(Gcc)]
fn schemata_agree_with_compiled_text_on_clocks() {
    let program = c(CLOCKS_IN_C);
    for (variable, seed) in [("sum", 1), ("fair", 2)] {
        let mut oracle = open(&program, 19, variable);
        oracle.add_inputs(&texts(&[&[], &["a"], &["b", "c"]])).unwrap();
        let mut candidates = drawn(&program, amount(15, 80, 400), seed);
        candidates.extend(
            (0..oracle.deletions().all().len()).step_by(3).map(|id| [id as u32].into_iter().collect()),
        );
        let counts = check_agreement(&mut oracle, &candidates);
        assert!(counts[..2].iter().all(|&n| n > 0), "{counts:?}");
    }
}
