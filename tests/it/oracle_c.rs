//! C programs as schemata and as compiled text: two opinions, one verdict.

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Oracle, Question, RunEnd, Verdict};
use bench_slicers::suite::Input;

use crate::deletions::random_candidate;
use crate::harness::is_slow;
use crate::oracle::{check_agreement, drawn, essence};
use crate::support::SUITE;

fn parse(text: &str) -> Tree {
    Tree::parse(Language::C, &[SourceFile::new("program.c", text)])
}

/// The last node with this text.
fn node(program: &Tree, text: &str) -> NodeId {
    program.ids().rev().find(|&node| program.text(node) == text).expect("is a node")
}

fn open(program: &Tree, node: NodeId) -> Result<Box<dyn Oracle + '_>, String> {
    let question = Question::new(vec![node], "main");
    languages::oracle(program, &question).map_err(|error| error.to_string())
}

fn args(args: &[&str]) -> Input {
    Input { args: args.iter().map(|&arg| arg.to_owned()).collect(), stdin: String::new() }
}

#[apply(test)]
#[needs(Gcc)]
fn schemata_agree_with_compiled_text_over_the_suite() {
    let tasks: Vec<_> = SUITE.tasks().filter(|task| task.benchmark.language == Language::C).collect();
    let n_candidates = if is_slow() { 2_000_usize.div_ceil(tasks.len()) } else { 12 };
    let mut total = [0; 4];
    for (idx, task) in tasks.iter().enumerate() {
        let mut oracle =
            open(&task.benchmark.tree, task.criterion.node).unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&task.benchmark.inputs).unwrap();
        assert!(observed.iter().any(|observation| observation.n_values > 0), "{}", task.id());
        let counts =
            check_agreement(&mut oracle, &drawn(&task.benchmark.tree, n_candidates, 11 + idx as u64));
        (0..4).for_each(|kind| total[kind] += counts[kind]);
    }
    assert!(total[..3].iter().all(|&n| n > 0), "{total:?}");
}

/// Constructs that the suite's programs have none of.
const CONSTRUCTS: &str = r#"#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LIMIT 10

typedef struct { int at; double size; } point;
enum kind { ONE = 1, TWO };
static int table[4] = {1, 2, 3}, n_calls = 7;
char *last;

static char *skip(char *text, int (*test)(int), const char *stops)
{
    while (*text && !test(*text) && strchr(stops, *text) == NULL)
        text++;
    return text;
}

int twice(int x) { static int before = 3; n_calls++; before += x; return x * 2 + before; }
double area(point p, double scale) { return p.size * p.size / scale; }
int is_x(int c) { return c == 'x' || c == 'X'; }
int depth(int n) { if (n <= 0) return 0; return depth(n - 1) + 1; }

int main(int argc, char *argv[])
{
    int i, *p = &i, a[3] = {1, argc + 1, -3}, total = 0;
    char word[20] = "ab" "cd", *at = word;
    point here = {1, 2.5}, there = {.at = 2, .size = argc + 1};
    unsigned bits = 5u;
    double d = (double) argc / 2;
    long sum = 3;

    for (int j = 0, k = 1; j < 3 && k; j++, k += 2) {
        if (k == 3)
            continue;
        total += a[j] * k;
    }
    for (i = 0; i < argc; ++i)
        if (argc > 2)
            if (i % 2) total++;
            else total--;
        else if (total)
            break;
        else { total = -total; }
    do { total = total / 2 + 9; } while (total < 12 && ~total);
    switch (total % 4) {
    case 0: i = 4; break;
    case ONE:
    case TWO: i = 5;
    default: i++, total--;
    }
    switch (argc) {
    case 1: sum += 10;
    case 2: sum += 100; break;
    case 7: sum = 0;
    }
    total = twice(total = i ? a[i % 3] : *p);
    here.at = here.at + there.at;
    bits |= 1u << 3;
    at = skip(at, is_x, "bc");
    last = malloc(8);
    strcpy(last, argc > 1 ? argv[1] : "none");
    { int i = 3; total += i + depth(argc); }
    while (total > 0) total -= (i, 3);
    d += area(here, d) + table[argc % 4];
    if (bits) ; else return 1;
    printf("%d %s %f %ld %d %s\n", total, at, d, sum, here.at, last);
    return total > LIMIT;
}
"#;

#[apply(test)]
#[needs(Gcc)]
fn every_construct_agrees_with_compiled_text() {
    let program = parse(CONSTRUCTS);
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    for name in ["total", "at", "d", "sum", "last", "here.at"] {
        let mut oracle = open(&program, node(&program, name)).unwrap_or_else(|error| panic!("{error}"));
        let inputs = [args(&[]), args(&["xy"]), args(&["1", "2", "3"])];
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(observed.iter().all(|one| one.end == RunEnd::Returned), "{observed:?}");
        let deletions = languages::deletions(&program).unwrap();
        let n_all = deletions.all().len() as DeletionId;
        // Every one in a while, each in another of the runs.
        let step = if is_slow() { 1 } else { 29 };
        let singles = (0..n_all)
            .filter(|id| (id + name.len() as u32).is_multiple_of(step))
            .map(|id| Candidate::from_iter([id]));
        check_agreement(&mut oracle, &singles.collect::<Vec<_>>());
        let n_random = if is_slow() { 150 } else { 8 };
        check_agreement(&mut oracle, &drawn(&program, n_random, 3));
    }
}

/// The verdict on the deletion of the last node with each of these texts.
fn verdict_of(text: &str, criterion: &str, input: &Input, deleted: &[&str]) -> Verdict {
    let program = parse(text);
    let mut oracle = open(&program, node(&program, criterion)).unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(std::slice::from_ref(input)).unwrap();
    let ids = deleted.iter().map(|wanted| {
        let (is_drop, wanted) = wanted.strip_prefix("drop ").map_or((false, *wanted), |rest| (true, rest));
        let fits = |deletion: &bench_slicers::deletions::Deletion| {
            let is_lift = matches!(deletion.action, bench_slicers::deletions::Action::Lift(_));
            is_lift == is_drop && program.text(deletion.node) == wanted
        };
        oracle.deletions().all().iter().rposition(fits).expect("a deletion") as DeletionId
    });
    let candidate: Candidate = ids.collect();
    let judged = oracle.judge(std::slice::from_ref(&candidate), false).unwrap();
    let confirmed = oracle.confirm(&[candidate]).unwrap();
    assert_eq!(essence(&program, &judged[0]), essence(&program, &confirmed[0]), "{deleted:?}");
    judged[0].verdict.clone()
}

#[apply(test)]
#[needs(Gcc)]
fn what_has_no_value_never_passes() {
    let is_different = |verdict: Verdict| matches!(verdict, Verdict::Different(_));
    let text = "int f(int a) { int x = 0; x += a; return x; }\nint main() { int r = f(3); r; }\n";
    assert!(is_different(verdict_of(text, "r", &args(&[]), &["drop x = 0"])), "a variable without a value");
    assert!(is_different(verdict_of(text, "r", &args(&[]), &["return x;"])), "a function without a value");
    let text = "int main(int c, char **v) { int i = 2147483647, r; i = i + (c - 1); r = i; r; }\n";
    assert!(is_different(verdict_of(text, "r", &args(&[]), &["1"])), "an overflow ends the run");
    let text = "int g = 5;\nint main() { int a[2] = {1, 2}, i = 0, r; r = a[i] + g; r; }\n";
    assert!(is_different(verdict_of(text, "r", &args(&[]), &["drop i = 0"])), "a subscript outside");
    assert!(is_different(verdict_of(text, "r", &args(&[]), &["drop g = 5"])), "a global variable is 0");
    let text = "int main() { int i = 0; while (i < 10) i++; i; }\n";
    let verdict = verdict_of(text, "i", &args(&[]), &["i++"]);
    assert!(matches!(verdict, Verdict::OutOfFuel { .. }), "{verdict:?}");
    let text = "int f(int n) { if (n == 0) return 0; return f(n - 1); }\nint main() { int r = f(5); r; }\n";
    let verdict = verdict_of(text, "r", &args(&[]), &["if (n == 0) return 0;"]);
    assert!(matches!(verdict, Verdict::OutOfFuel { .. }), "{verdict:?}");
}

#[apply(test)]
#[needs(Gcc)]
fn values_are_seen_where_they_are_read_assigned_initialised_and_passed() {
    let text = "#include <stdio.h>\nint f(int p) { return p; }\nint main(int argc, char **argv) {\n\
        int x = 4; x = f(x) + f(2); x++; double d = 0.5; char *s = \"ab\"; int y = x;\n\
        printf(\"%f %s %d\", d, s, y); }\n";
    let program = parse(text);
    let at = |before: &str| {
        let offset = text.find(before).expect("is there") + before.len();
        program.ids().find(|&node| program.span(node).start == offset && program.subtree(node).len() == 1)
    };
    let seen = |before: &str| {
        let mut oracle = open(&program, at(before).expect("a node")).unwrap();
        let observed = oracle.add_inputs(&[args(&[])]).unwrap();
        assert!(oracle.confirm(&[Candidate::default()]).unwrap()[0].is_same(), "{before}");
        observed[0].n_values
    };
    let places =
        ["int x = 4; ", "f(2); ", "x = f(", "int f(int ", "{ return ", "{\nint ", "%d\", ", "d, ", "double "];
    assert_eq!(places.map(seen), [1, 1, 1, 2, 2, 1, 1, 1, 1], "one for each evaluation");
}

#[apply(test)]
#[needs(Gcc)]
fn what_cannot_be_switched_is_refused_with_its_place() {
    let check = |text: &str, criterion: &str, wanted: &str| {
        let program = parse(text);
        match open(&program, node(&program, criterion)) {
            Ok(_) => panic!("not refused: {text}"),
            Err(said) => assert!(said.contains(wanted), "{said}"),
        }
    };
    check("int main() {\n int x = 1; end: x++; goto end; }", "x", "program.c:2:13: cannot be run");
    check("#define F(x) x\nint main() { int x = F(1); x; }", "x", "program.c:1:1: cannot be run");
    check(
        "#include <time.h>\nint main() {\n int x = localtime(0) != 0; x; }",
        "x",
        "program.c:3:10: cannot be run",
    );
    check("int f(int n, ...);\nint main() { int x = 1; x; }", "x", "variable number");
    check("#ifdef A\nint y;\n#endif\nint main() { int x = 1; x; }", "x", "conditional");
    check("int main() { int x = 1; asm(\"nop\"); x; }", "x", "cannot be run");
    check("int main() { int *x = 0; x; }", "x", "program.c:1:26: the criterion is a pointer");
    check("struct s { int a; }; int main() { struct s x = {1}; x; }", "x", "no value that can be compared");
    check("int main() { int x = 1; return sizeof x; }", "x", "is not evaluated");
    check("int main() { int x = y; x; }", "x", "does not compile");
    check("int main() { int x = 1; __LINE__; x; }", "x", "`__LINE__`, which is not known");
    check("int main() { int x = \"a\" * 2; x; }", "x", "does not compile");
    check("int f() { int x = 1; x; }", "x", "no function `main`");
    let program = parse("#include <stdio.h>\nint main() { int y, x = (long) &y >> 12; x; }");
    let mut oracle = open(&program, node(&program, "x")).unwrap();
    let said = oracle.add_inputs(&[args(&[])]).map_err(|error| error.to_string()).unwrap_err();
    assert!(said.contains("other values when the program is run again"), "{said}");
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict.
#[apply(test)]
#[needs(Gcc)]
fn a_failing_run_depends_on_what_it_consulted() {
    let program = parse(CONSTRUCTS);
    let mut oracle = open(&program, node(&program, "total")).unwrap();
    oracle.add_inputs(&[args(&[]), args(&["a", "b"])]).unwrap();
    let deletions = languages::deletions(&program).unwrap();
    let mut state = 5;
    let mut n_checked = 0;
    for _ in 0..150 {
        let candidate = random_candidate(&program, &deletions, &mut state);
        let other = random_candidate(&program, &deletions, &mut state);
        let first = &oracle.judge(std::slice::from_ref(&candidate), true).unwrap()[0];
        let Verdict::Different(witness) = first.verdict else { continue };
        let unasked =
            other.ids().iter().copied().filter(|&id| !first.consulted.contains(deletions.get(id).node));
        let both: Candidate = candidate.ids().iter().copied().chain(unasked).collect();
        let second = &oracle.judge(&[both], false).unwrap()[0];
        n_checked += 1;
        match second.verdict {
            Verdict::Invalid(_) => {}
            Verdict::Different(found) => assert!(found.input_idx <= witness.input_idx),
            Verdict::OutOfFuel { input_idx } => assert!(input_idx < witness.input_idx),
            Verdict::Same => panic!("{candidate:?} {other:?} {second:?}"),
        }
    }
    assert!(n_checked > 20, "only {n_checked}");
}
