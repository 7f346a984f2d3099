//! C programs as schemata and as compiled text: two opinions, one verdict.

mod rows;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Oracle, Question, RunEnd, Trial, Verdict};
use bench_slicers::suite::Input;

use crate::deletions::random_candidate;
use crate::harness::amount;
use crate::oracle::{check_agreement, drawn, essence};
use crate::support::{Folder, SUITE, done_in};

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
    let mut tasks: Vec<_> = SUITE.tasks().filter(|task| task.benchmark.language == Language::C).collect();
    // By day one criterion of each program.
    if amount(false, true, false) {
        tasks.dedup_by(|one, other| one.benchmark.id == other.benchmark.id);
    }
    let n_candidates = amount(12, 200_usize.div_ceil(tasks.len()), 2_000_usize.div_ceil(tasks.len()));
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
        let step = amount(29, 12, 1);
        let singles = (0..n_all)
            .filter(|id| (id + name.len() as u32).is_multiple_of(step))
            .map(|id| Candidate::from_iter([id]));
        check_agreement(&mut oracle, &singles.collect::<Vec<_>>());
        let n_random = amount(8, 20, 150);
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
    check("int main() {\n goto end; int x = 1; end: x++; }", "x", "leads past a declaration");
    check("#define F(x) x\nint main() { int x = F(1); x; }", "x", "program.c:1:1: cannot be run");
    check("#include \"a.h\"\nint main() { int x = 1; x; }", "x", "no file of the program");
    check(
        "#include <time.h>\nint main() {\n int x = localtime(0) != 0; x; }",
        "x",
        "program.c:3:10: cannot be run",
    );
    check("int f(int n, ...);\nint main() { int x = 1; x; }", "x", "variable number");
    check("#ifdef A\nint y;\n#endif\nint main() { int x = 1; x; }", "x", "conditional");
    check("int main() { int x = 1; asm(\"nop\"); x; }", "x", "cannot be run");
    check("int main() { void *x = 0; x; }", "x", "program.c:1:27: the criterion is a pointer");
    check("int main() { struct s { int a; } x = {1}; x; }", "x", "not defined outside of functions");
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

/// Values with parts: structures in each other, arrays, unions, pointers in a ring, texts, functions.
const AGGREGATES: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum colour { RED, GREEN = 5 };
struct size { double width, height; };
struct item {
    char name[12];
    const char *kind;
    struct size size;
    enum colour colour;
    unsigned char flags[3];
    union { int number; char *text; };
    struct { short low, high; } range[2];
    int (*price)(int);
    struct item *next;
};
typedef struct { struct item *first; size_t n; int *sums; void *other; } list;
static const struct { const char *key; int value; } table[] = { { "a", 1 }, { "b", 2 } };

static int cheap(int n) { return n * 2; }
static int dear(int n) { return n * 3; }

static struct item *made(const char *name, int number)
{
    struct item *item = malloc(sizeof *item);

    memset(item, 0, sizeof *item);
    strncpy(item->name, name, sizeof item->name - 1);
    item->kind = table[number % 2].key;
    item->size.width = number / 2.0;
    item->size.height = item->size.width * 3;
    item->colour = number > 2 ? GREEN : RED;
    item->flags[number % 3] = 200;
    item->number = number;
    if (number % 2)
        item->text = item->name;
    item->range[1].high = number;
    item->price = number > 1 ? dear : cheap;
    return item;
}

static void add(list *to, struct item *item)
{
    item->next = to->first ? to->first : item;
    to->first = item;
    to->n++;
    to->sums = realloc(to->sums, to->n * sizeof *to->sums);
    to->sums[to->n - 1] = item->price((int) item->size.width) + (to->n > 1 ? to->sums[to->n - 2] : 0);
}

static struct size bigger(struct size a, struct size b)
{
    if (a.width < b.width) {
        a.width = b.width;
        a.height += b.height;
    }
    return a;
}

int main(int argc, char **argv)
{
    list all = { NULL, 0, NULL, NULL };
    struct size most = { 0, 0 };
    int grid[2][3] = { { 0 } }, i;
    char words[3][8];
    struct item copy, *last;
    struct size *where = &most;

    for (i = 0; i < 3; i++)
        words[i][0] = '\0';
    for (i = 0; i < argc; i++) {
        last = made(argv[i], i);
        add(&all, last);
        most = bigger(most, last->size);
        grid[i % 2][i % 3] += i;
        if (i < 3)
            strcpy(words[i], i ? "more" : "none");
    }
    copy = *all.first;
    copy.next = NULL;
    copy.size.width++;
    where->height = i;
    printf("%d %s %f %d", grid[0][0], words[0], most.width, copy.number);
    return add == NULL || where == NULL || last == NULL || all.n;
}
"#;

#[apply(test)]
#[needs(Gcc)]
fn values_with_parts_agree_with_compiled_text() {
    let program = parse(AGGREGATES);
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let inputs = [args(&[]), args(&["x", "y\""]), args(&["1", "2", "3", "4", "5"])];
    let mut total = [0; 4];
    let nodes = ["all", "most", "grid", "words", "copy", "last", "where", "to", "a"];
    for (idx, name) in nodes.into_iter().enumerate() {
        let mut oracle =
            open(&program, node(&program, name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(observed.iter().all(|one| one.end == RunEnd::Returned), "{name}: {observed:?}");
        assert!(observed[2].n_values > 0, "{name}");
        let deletions = languages::deletions(&program).unwrap();
        let step = amount(97, 36, 1);
        let singles = (0..deletions.all().len() as DeletionId)
            .filter(|id| (id + idx as u32).is_multiple_of(step))
            .map(|id| Candidate::from_iter([id]));
        let counts = check_agreement(&mut oracle, &singles.collect::<Vec<_>>());
        (0..4).for_each(|kind| total[kind] += counts[kind]);
        check_agreement(&mut oracle, &drawn(&program, amount(4, 10, 150), idx as u64));
    }
    assert!(total[..3].iter().all(|&n| n > 0), "{total:?}");
}

/// What of a value is compared, and what is not.
#[apply(test)]
#[needs(Gcc)]
fn parts_of_a_value_are_compared_and_nothing_beside_them() {
    let different = |text: &str, criterion: &str, deleted: &[&str]| match verdict_of(
        text,
        criterion,
        &args(&["q"]),
        deleted,
    ) {
        Verdict::Same => false,
        Verdict::Different(_) => true,
        other => panic!("{other:?}"),
    };
    let text = "struct s { char c; long n; };\nstruct t { struct s in; int a[2]; };\nint main() {\n\
        struct t x, other; x.in.c = 1; x.in.n = 2; x.a[1] = 3; other.in.c = 4; x; }\n";
    assert!(different(text, "x", &["x.in.n = 2"]) && different(text, "x", &["x.a[1] = 3"]));
    assert!(!different(text, "x", &["other.in.c = 4"]), "another variable");
    let text =
        "#include <string.h>\nint main() { char x[9]; int y; strcpy(x, \"long\"); strcpy(x, \"ab\"); x; }\n";
    assert!(!different(text, "x", &["strcpy(x, \"long\")"]), "what lies behind the end of a text");
    assert!(different(text, "x", &["strcpy(x, \"ab\")"]));
    let text = "struct n { int v; struct n *next; };\nint main() { struct n a = {1, 0}, b = {2, &a}, *x = &b;\n\
        a.v = 5; a.next = &b; x; }\n";
    assert!(different(text, "x", &["a.v = 5"]) && different(text, "x", &["a.next = &b"]), "a ring");
    let text =
        "#include <stdlib.h>\nint main() { int *x = malloc(2 * sizeof(int)); x[0] = 1; x[1] = 2; x; }\n";
    assert!(different(text, "x", &["x[1] = 2"]), "all that malloc gave");
    let text = "int main() { int a[3] = {1, 2, 3}; int i = 1; a[i] = 7; i = 2; }\n";
    let program = parse(text);
    let at = text.find("a[i] = 7").expect("is there");
    let array = program.ids().find(|&node| program.span(node) == (at..at + 1)).expect("a node");
    let mut oracle = open(&program, array).unwrap();
    assert_eq!(oracle.add_inputs(&[args(&[])]).unwrap()[0].n_values, 1);
    let deletions = languages::deletions(&program).unwrap();
    let id = deletions.all().iter().position(|it| program.text(it.node) == "3").expect("a deletion");
    let candidate = Candidate::from_iter([id as DeletionId]);
    assert!(!oracle.judge(&[candidate], false).unwrap()[0].is_same(), "an element that is not written");
}

/// Two files and a header: functions and variables of one name that are static, what one defines for the other.
fn several_files() -> Tree {
    let files = [
        (
            "main.c",
            "#include <stdio.h>\n#include <stdlib.h>\n#include \"lib/stack.h\"\n\n\
            static int count;\n\nstatic int check(int n) { count++; return n > LIMIT ? LIMIT : n; }\n\n\
            int main(int argc, char **argv)\n{\n    struct stack all = { 0 };\n    int i, total = 0;\n\n\
            for (i = 1; i < argc; i++) {\n        if (push(&all, check(atoi(argv[i]))) < 0)\n            break;\n\
            n_pushed += LARGER(i, 2);\n    }\n    while (all.n > 0)\n        total += pop(&all);\n\
            printf(\"%d %d %d\", total, n_pushed, count + twice(i));\n    return all.n;\n}\n",
        ),
        (
            "lib/stack.c",
            "#include \"stack.h\"\n\nstatic int count = 3;\nint n_pushed = 1;\n\n\
            static int check(const struct stack *stack) { count += 2; return stack->n < SIZE; }\n\n\
            int push(struct stack *stack, int value)\n{\n    if (!check(stack))\n        return -1;\n\
            stack->items[stack->n++] = value + count;\n    n_pushed++;\n    return stack->n;\n}\n\n\
            int pop(struct stack *stack) { return stack->items[--stack->n]; }\n",
        ),
        (
            "lib/stack.h",
            "#ifndef STACK_H\n#define STACK_H\n#define SIZE 4\n#define LIMIT (SIZE * 100)\n\
            #define LARGER(a, b) ((a) > (b) ? (a) : (b))\n\nstruct stack { int items[SIZE], n; };\n\
            extern int n_pushed;\nint push(struct stack *, int);\nint pop(struct stack *stack);\n\
            static inline int twice(int n) { int more = n; return n + more; }\n#endif\n",
        ),
    ];
    let files = files.map(|(path, text)| SourceFile::new(path, text));
    Tree::parse(Language::C, &files)
}

#[apply(test)]
#[needs(Gcc)]
fn programs_of_several_files_agree_with_compiled_text() {
    let program = several_files();
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let inputs = [args(&[]), args(&["3", "5"]), args(&["1", "2", "999", "4", "5", "6"])];
    let declared = open(&program, node(&program, "n_pushed")).err().expect("not refused");
    assert!(declared.contains("lib/stack.h:8:12") && declared.contains("without a value"), "{declared}");
    let places = [(0, "total"), (0, "n_pushed"), (1, "stack"), (1, "value"), (2, "more"), (0, "count")];
    for (idx, (file_idx, name)) in places.into_iter().enumerate() {
        let mut nodes = program.file_nodes(file_idx).rev();
        let criterion = nodes.find(|&node| program.text(node) == name).expect("is a node");
        let mut oracle = open(&program, criterion).unwrap_or_else(|error| panic!("{name}: {error}"));
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(observed.iter().all(|one| one.end == RunEnd::Returned), "{name}: {observed:?}");
        assert!(observed[2].n_values > 0, "{name}");
        let n_all = languages::deletions(&program).unwrap().all().len() as DeletionId;
        let step = amount(11, 6, 1);
        let singles = (0..n_all)
            .filter(|id| (id + idx as u32).is_multiple_of(step))
            .map(|id| Candidate::from_iter([id]));
        check_agreement(&mut oracle, &singles.collect::<Vec<_>>());
        let counts = check_agreement(&mut oracle, &drawn(&program, amount(12, 20, 150), idx as u64));
        assert!(counts[1] + counts[2] > 0, "{name}: {counts:?}");
    }
    // A slice of several files is run as a program of its own.
    let criterion = node(&program, "total");
    let mut oracle = open(&program, criterion).unwrap();
    oracle.add_inputs(&inputs).unwrap();
    assert_eq!(oracle.try_other(&program, &[criterion]).unwrap(), Trial::Same);
    let text = |text: &str| text.replace("count += 2;", "");
    let files: Vec<SourceFile> =
        program.files().map(|file| SourceFile::new(&file.path, text(&file.text))).collect();
    let other = Tree::parse(Language::C, &files);
    let tried = oracle.try_other(&other, &[node(&other, "total")]).unwrap();
    assert!(matches!(tried, Trial::Different(_)), "{tried:?}");
}

/// Jumps, and macros with parameters or with names in them.
const JUMPS: &str = r#"#include <stdio.h>
#include <stdlib.h>
#define EVEN(n) ((n) % 2 == 0)
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define NEXT (seen++)
#define LEFT(n) (LENGTH(table) - (n) - NEXT)

static int table[] = { 3, 1, 4, 1, 5 };
static int seen;

static int find(int wanted)
{
    int i = 0, tries = 0;

again:
    if (table[i] == wanted)
        goto found;
    tries = LARGER(tries, i) + 1;
    if (++i < (int) LENGTH(table))
        goto again;
    tries = -tries;
    goto out;
found:
    tries += 100;
    if (EVEN(tries + wanted)) {
inside:
        tries++;
    }
unused:
    if (tries == 103)
        goto inside;
out:
    return tries;
}

int main(int argc, char **argv)
{
    int sum = 0, n = 0;

    for (n = 1; n < argc; n++) {
        sum += find(atoi(argv[n]));
        if (sum > 250)
            goto done;
    }
    sum += LEFT(LARGER(argc, 2));
done:
    printf("%d %d", sum, n + seen);
    return 0;
}
"#;

#[apply(test)]
#[needs(Gcc)]
fn jumps_and_macros_agree_with_compiled_text() {
    let program = parse(JUMPS);
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    for (idx, name) in ["sum", "tries", "seen"].into_iter().enumerate() {
        let mut oracle =
            open(&program, node(&program, name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let inputs = [args(&[]), args(&["4", "9"]), args(&["1", "5", "3", "3"])];
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(observed.iter().all(|one| one.end == RunEnd::Returned), "{name}: {observed:?}");
        let n_all = languages::deletions(&program).unwrap().all().len() as DeletionId;
        let step = amount(5, 4, 1);
        let singles = (0..n_all)
            .filter(|id| (id + idx as u32).is_multiple_of(step))
            .map(|id| Candidate::from_iter([id]));
        check_agreement(&mut oracle, &singles.collect::<Vec<_>>());
        check_agreement(&mut oracle, &drawn(&program, amount(12, 30, 150), 5 + idx as u64));
    }
    let same = |deleted: &[&str]| verdict_of(JUMPS, "sum", &args(&["4", "9"]), deleted);
    let unused = "unused:\n    if (tries == 103)\n        goto inside;";
    assert_eq!(same(&[&format!("drop {unused}")]), Verdict::Same, "a label alone");
    assert!(matches!(same(&[unused]), Verdict::Different(_)), "a label with its statement");
    assert!(matches!(same(&["goto again;"]), Verdict::Different(_)));
}

/// The text of a slice that the command finds, without blanks.
fn minimized(files: &[(&str, &str)], criterion: &str) -> String {
    let folder = Folder::empty();
    files.iter().for_each(|(path, text)| folder.write(path, text));
    let paths = files.iter().map(|(path, _)| *path);
    let options = ["--input", "[3,5]", "--fresh", "50", "--max-nodes", "2"];
    let args: Vec<&str> =
        ["minimize"].into_iter().chain(paths).chain(criterion.split(' ')).chain(options).collect();
    done_in(&folder.path(), &args).split_whitespace().collect()
}

#[apply(test)]
#[needs(Gcc)]
fn the_command_minimises_structures_arrays_and_programs_of_several_files() {
    let structure = "#include <stdlib.h>\nstruct pair { int a, b; };\nint main(int n, char **v) {\n\
        struct pair p = { 0, 0 }, q = p;\n int k = 0;\n p.a = n;\n q.a = k++;\n p;\n}\n";
    let left = minimized(&[("program.c", structure)], "--line 8 --variable p");
    assert!(left.contains("p.a=n") && left.contains("structpairp"), "{left}");
    assert!(!left.contains("q.a") && !left.contains("k=0"), "{left}");
    let array = "int main(int n, char **v) {\n int a[2] = { 0 }, b[2] = { 0 };\n a[1] = n;\n b[0] = n;\n\
        a[0] = b[1];\n a;\n}\n";
    let left = minimized(&[("program.c", array)], "--line 6 --variable a");
    assert!(left.contains("a[1]=n") && !left.contains("b[0]=n"), "{left}");
    let main = "#include \"half.h\"\nint main(int n, char **v) {\n int x = half(n), y = noted;\n x;\n}\n";
    let half = "#include \"half.h\"\nint noted;\nint half(int n) {\n noted++;\n return n / 2;\n}\n";
    let header = "#pragma once\nextern int noted;\nint half(int n);\n";
    let files = [("main.c", main), ("half.c", half), ("half.h", header)];
    let left = minimized(&files, "--line 4 --variable x");
    assert!(left.contains("x=half(n)") && left.contains("returnn/2"), "{left}");
    assert!(!left.contains("noted++") && !left.contains("y=noted"), "{left}");
}
