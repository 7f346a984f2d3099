//! The slicers on dependence graphs of languages that are lowered to flow: complete on the suite, right on small programs.

use bench_slicers::ast::{NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::suite::{SliceKind, Suite};

const ALL: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// Node whose own token is the last one with this text.
fn last(tree: &Tree, text: &str) -> NodeId {
    tree.ids().rfind(|&node| tree.text(node) == text).unwrap_or_else(|| panic!("no `{text}`"))
}

/// The slice of a Python program, without blank lines.
fn slice(text: &str, criterion: &str, variant: Variant) -> String {
    slice_of(Language::Python, text, criterion, variant)
}

/// The slice of a program in C, without blank lines, indentation and placeholders' blanks.
fn slice_c(text: &str, criterion: &str) -> String {
    let sliced = slice_of(Language::C, text, criterion, Variant::CeEdg);
    sliced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn slice_of(language: Language, text: &str, criterion: &str, variant: Variant) -> String {
    let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
    assert!(tree.problems().is_empty(), "{:?}", tree.problems());
    let graph = ProgramGraph::build(&tree, variant);
    let text = graph.render(&graph.slice_all(&[last(&tree, criterion)]))[0].text.clone();
    text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[apply(test)]
fn every_gold_node_of_lowered_languages_is_kept_and_few_others() {
    let suite = Suite::embedded().unwrap();
    let tasks = suite.tasks().filter(|task| {
        let is_lowered =
            matches!(task.benchmark.tree.language(), Language::C | Language::Python | Language::JavaScript);
        is_lowered && task.criterion.kind == SliceKind::Static
    });
    let mut precisions = Vec::new();
    for task in tasks {
        let tree = &task.benchmark.tree;
        for variant in ALL {
            let graph = ProgramGraph::build(tree, variant);
            let notes = graph.notes();
            // Modules are not followed.
            assert!(notes.iter().all(|note| note.text.starts_with("require ")), "{}: {notes:?}", task.id());
            let criterion = task.criterion.nodes.clone();
            let options = MapOptions { criterion, ..MapOptions::default() };
            let kept_by =
                |files: &[SourceFile]| map(tree, &Tree::parse(tree.language(), files), &options).kept;
            // What is written: an assignment that stays has something that is assigned.
            let kept = kept_by(&graph.render(&graph.slice_all(&task.criterion.nodes)));
            let best = task.criterion.golds.iter().map(|gold| {
                let optional: NodeSet =
                    gold.optional.iter().flatten().map(|optional| optional.node).collect();
                let gold = kept_by(&gold.files);
                (
                    gold.difference(&kept).difference(&optional).len(),
                    kept.n_common(&gold) as f64 / kept.len() as f64,
                )
            });
            let (n_missing, precision) =
                best.min_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1))).expect("a gold slice");
            assert_eq!(n_missing, 0, "{} with {variant:?}", task.id());
            if variant == Variant::CeEdg {
                precisions.push(precision);
            }
        }
    }
    let mean = precisions.iter().sum::<f64>() / precisions.len() as f64;
    assert!(precisions.len() >= 164 && mean >= 0.85, "mean precision {mean} of {}", precisions.len());
}

#[apply(test)]
fn fields_of_an_object_are_told_apart() {
    let text = "class P:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n\
                p = P(1, 2)\np.y = 5\nz = p.x\nprint(z)\n";
    let expected =
        "class P:\n    def __init__(self, x, _3):\n        self.x = x\np = P(1, ...)\nz = p.x\nprint(z)";
    assert_eq!(slice(text, "z", Variant::CeEdg), expected);
    assert!(slice(text, "z", Variant::Edg).contains("p.y = 5"));
}

#[apply(test)]
fn jumps_stay_where_they_decide() {
    let text = "n = 0\nm = 0\nfor c in input():\n    if c == 'x':\n        break\n    n += 1\n    m += 2\nprint(n)\n";
    let expected = "n = 0\nfor c in input():\n    if c == 'x':\n        break\n    n += 1\nprint(n)";
    assert_eq!(slice(text, "n", Variant::CeEdg), expected);
}

#[apply(test)]
fn a_call_needs_what_its_function_uses_there_and_nowhere_else() {
    let text = "def twice(a):\n    return a * 2\nx = int(input())\ny = int(input())\nu = twice(x)\nv = twice(y)\n\
                print(v)\n";
    let sliced = slice(text, "v", Variant::CeEdg);
    assert!(!sliced.contains("u = ") && sliced.contains("v = twice(y)"), "{sliced}");
}

#[apply(test)]
fn failures_are_followed_to_their_handlers() {
    let text = "def read(t):\n    if t == '':\n        raise ValueError(t)\n    return 1\n\
                n = 0\ntry:\n    read(input())\n    n = 1\nexcept ValueError:\n    n = 2\nprint(n)\n";
    let expected = "def read(t):\n    if t == '':\n        raise ValueError(t)\n\
                    try:\n    read(input())\n    n = 1\nexcept ValueError:\n    n = 2\nprint(n)";
    assert_eq!(slice(text, "n", Variant::CeEdg), expected);
}

#[apply(test)]
fn declarations_of_names_stay_with_their_uses() {
    let text = "level = 0\ndef up(by):\n    global level\n    level += by\nup(3)\nprint(level)\n";
    assert_eq!(slice(text, "level", Variant::CeEdg), text.trim_end());
}

/// Functions that change what their arguments point to.
const PUT: &str = "void put(int *to, int v) { *to = v; }\n";

#[apply(test)]
fn what_c_functions_write_through_pointers_is_followed() {
    let text = "int main(int n, char **v) { int a = 1, b = n, c; c = a; put(&a, b); b = c; return a; }\n";
    let sliced = slice_c(&format!("{PUT}{text}"), "a");
    let expected = "int main(int n, char **) { int a, b = n; put(&a, b); return a; }";
    assert_eq!(sliced, format!("{} {expected}", PUT.trim()));
}

#[apply(test)]
fn fields_of_c_structures_are_told_apart_and_copied() {
    let text = "struct p { int x; int y; };\nint main(int n, char **v) { struct p p, q; p.x = n; p.y = 2; q = p; \
                q.y = 7; return q.x; }\n";
    let expected =
        "struct p { int x; int y; }; int main(int n, char **) { struct p p, q; p.x = n; q = p; return q.x; }";
    let sliced = slice_c(text, "q.x");
    assert_eq!(sliced, expected);
}

#[apply(test)]
fn labels_stay_with_their_c_jumps_and_cases_with_what_runs_into_them() {
    let text =
        "int main(int n, char **v) { int a = 0, b = 0; again: a++; b++; if (a < n) goto again; return a; }\n";
    let expected = "int main(int n, char **) { int a = 0; again: a++; if (a < n) goto again; return a; }";
    assert_eq!(slice_c(text, "a"), expected);
    let text = "int main(int n, char **v) { int a = 0, b = 0; switch (n) { case 1: b = 1; case 2: a = 2; break; \
                case 3: b = 3; break; default: b = 4; } return a; }\n";
    let expected = "int main(int n, char **) { int a = 0; switch (n) { case 1: case 2: a = 2; } return a; }";
    assert_eq!(slice_c(text, "a"), expected);
}

#[apply(test)]
fn c_macros_are_expanded_where_they_are_used() {
    let text = "#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)\n#define NEXT (at++)\nint at;\n\
                int main(int n, char **v) { int x = n, y = 2, z = 3; SWAP(x, y); z = 4; NEXT; y = x + at; return y; }\n";
    let sliced = slice_c(text, "y");
    assert!(sliced.contains("SWAP(x, y); NEXT; y = x + at; return y;"), "{sliced}");
    assert!(sliced.contains("int x, y = 2;"), "{sliced}");
}

#[apply(test)]
fn what_a_c_pointer_to_a_function_may_be_is_called() {
    let text = "int one(int a) { return a; }\nint two(int a) { return 2; }\nint other(int a) { return 3; }\n\
                int main(int n, char **v) { int (*f)(int) = n > 1 ? one : two; int (*g)(int) = other; int r = g(n); \
                r = f(n); return r; }\n";
    let sliced = slice_c(text, "r");
    assert!(sliced.contains("int one(int a)") && sliced.contains("int two(int)"), "{sliced}");
    assert!(!sliced.contains("other"), "{sliced}");
}

#[apply(test)]
fn c_memory_that_is_seen_as_another_type_is_taken_for_alike() {
    let text = "struct p { int x; int y; };\nint main(int n, char **v) { struct p p; int *q = (int *) &p; q[0] = n; \
                q[1] = 2; return p.x; }\n";
    let sliced = slice_c(text, "p.x");
    assert!(sliced.contains("q[0] = n;") && sliced.contains("q[1] = 2;"), "{sliced}");
}

#[apply(test)]
fn static_variables_and_lists_of_c_keep_what_they_must() {
    let text = "static int one(void) { return 1; }\nstatic int two(void) { return 2; }\n\
                static int (*table[])(void) = { one, two };\nstatic int next(void) { static int n = 5, m; m++; n++; return n; }\n\
                int main(int n, char **v) { int a[3] = { n, 2, [2] = 3 }; a[1] = next(); return a[0] + table[1](); }\n";
    let sliced = slice_c(text, "a[0] + table[1]()");
    assert!(sliced.contains("{ one, two }") && sliced.contains("int one(void)"), "{sliced}");
    assert!(!sliced.contains("next()") && sliced.contains("{ n, "), "{sliced}");
}

#[apply(test)]
fn what_is_not_known_of_c_is_kept_and_said() {
    let text = "#include <setjmp.h>\njmp_buf b;\nint main(int n, char **v) { int x = 0; if (setjmp(b)) x = 1; return n; }\n";
    let tree = Tree::parse(Language::C, &[SourceFile::new("program.c", text)]);
    let graph = ProgramGraph::build(&tree, Variant::CeEdg);
    assert!(graph.notes().iter().any(|note| note.text.contains("setjmp")), "{:?}", graph.notes());
    assert!(slice_c(text, "n").contains("x = 1"));
    let text = "int far(int *);\nint main(int n, char **v) { int x = 0, y = 1; far(&x); return x; }\n";
    let sliced = slice_c(text, "x");
    assert!(sliced.contains("far(&x);") && !sliced.contains("y = 1"), "{sliced}");
}
