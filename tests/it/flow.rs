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

/// The slice of a Java program, without blank lines; its classes stand in `Program`, behind each other.
fn java(types: &str, main: &str, criterion: &str) -> String {
    let text = format!("class Program {{\n{types}public static void main(String[] args) {{\n{main}}}\n}}\n");
    let sliced = slice_of(Language::Java, &text, criterion, Variant::CeEdg);
    let inside = sliced.strip_prefix("class Program {\n").unwrap_or(&sliced);
    inside.strip_suffix("\n}\n}").unwrap_or(inside).split_whitespace().collect::<Vec<_>>().join(" ")
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
        let is_lowered = matches!(
            task.benchmark.tree.language(),
            Language::Java | Language::Python | Language::JavaScript
        );
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
    assert!(precisions.len() >= 150 && mean >= 0.85, "mean precision {mean} of {}", precisions.len());
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

#[apply(test)]
fn fields_of_java_objects_are_told_apart_and_declared() {
    let types = "static class P { int x; int y; P(int x, int y) { this.x = x; this.y = y; } }\n";
    let kept = java(types, "P p = new P(1, 2);\np.y = 5;\nint z = p.x;\nprint(z);\n", "z");
    assert!(kept.contains("int x;") && kept.contains("new P(1, sliced)"), "{kept}");
    assert!(!kept.contains("y;") && !kept.contains("= 5"), "{kept}");
}

#[apply(test)]
fn java_calls_the_methods_that_objects_have() {
    let types = "interface Shape { int area(); int edge(); }\n\
                 static class A implements Shape { public int area() { return 1; } public int edge() { return 2; } }\n\
                 static class B implements Shape { public int area() { return 3; } public int edge() { return 4; } }\n";
    let kept = java(types, "Shape s = new A();\nint e = s.edge();\nint r = s.area();\nprint(r);\n", "r");
    assert!(kept.contains("int area();") && kept.contains("return 1;"), "{kept}");
    assert!(!kept.contains("edge") && !kept.contains("return 3"), "{kept}");
}

#[apply(test)]
fn constructors_of_java_call_each_other() {
    let types = "static class A { int n; A(int n) { this.n = n; } }\n\
                 static class B extends A { int k = 2; { k += 1; } B(int n) { super(n + 1); } B() { this(7); } }\n";
    let main = "B b = new B();\nint u = b.k;\nint r = b.n;\nprint(r);\n";
    let kept = java(types, main, "r");
    assert!(kept.contains("super(n + 1)") && kept.contains("this(7)") && !kept.contains("k += 1"), "{kept}");
    let kept = java(types, &main.replace("print(r)", "print(u)"), "u");
    assert!(
        kept.contains("k += 1") && kept.contains("super(sliced)") && kept.contains("this(sliced)"),
        "{kept}"
    );
}

#[apply(test)]
fn functions_of_java_answer_to_any_method() {
    let types = "interface Step { int go(int a); default int twice(int a) { return go(go(a)); } }\nstatic int n = 0;\n";
    let kept = java(
        types,
        "int by = 3;\nint no = 4;\nStep s = a -> { n++; return a + by; };\nint r = s.twice(2);\nprint(r);\n",
        "r",
    );
    assert!(
        kept.contains("int by = 3;") && kept.contains("default int twice") && kept.contains("int go(int"),
        "{kept}"
    );
    assert!(!kept.contains("n++") && !kept.contains("no = 4"), "{kept}");
}

#[apply(test)]
fn failures_of_java_s_own_code_are_followed_to_handlers() {
    let main = "int r = 0;\nint q = 1;\ntry {\nq = Integer.parseInt(args[0]);\nr = 1;\n} catch (NumberFormatException e) {\n\
                r = 2;\n} finally {\nq = 0;\n}\nprint(r);\n";
    let kept = java("", main, "r");
    assert!(kept.contains("parseInt(args[0])") && kept.contains("r = 2;"), "{kept}");
    assert!(!kept.contains("q = 0"), "{kept}");
}

#[apply(test)]
fn checked_exceptions_of_java_have_handlers_and_what_throws_them() {
    let types = "static class No extends Exception { }\nstatic int n = 0;\n\
                 static void may(int a) throws No { if (a > 3) { throw new No(); } n += a; }\n";
    let main = "int k = 0;\ntry {\nk++;\nmay(2);\n} catch (No no) {\nk = 5;\n}\nprint(n);\n";
    let kept = java(types, main, "n");
    assert!(kept.contains("catch (No ") && !kept.contains("k = 5") && !kept.contains("k++"), "{kept}");
}

#[apply(test)]
fn methods_of_java_do_not_end_without_a_value() {
    let types =
        "static int n = 0;\nstatic int up(int a) { n++; if (a > 2) { return a; } else { return n * 2; } }\n";
    let kept = java(types, "int k = up(3);\nprint(n);\n", "n");
    assert!(kept.contains("{ return sliced; } else { return sliced; }"), "{kept}");
}

#[apply(test)]
fn arms_of_java_s_switches_are_those_that_decide() {
    let main = "int a = 0;\nint b = 0;\nswitch (args.length) {\ncase 0:\na = 1;\nbreak;\ncase 1:\nb = 1;\ndefault:\n\
                b = 2;\n}\nint r = switch (b) { case 2 -> 3; default -> { a++; yield 4; } };\nprint(r);\n";
    let kept = java("", main, "r");
    assert!(kept.contains("break;") && kept.contains("yield 4;") && kept.contains("b = 2"), "{kept}");
    assert!(!kept.contains("a = 1") && !kept.contains("a++"), "{kept}");
}

#[apply(test)]
fn elements_of_java_s_collections_are_kept_with_what_puts_them_there() {
    let main = "var list = new java.util.ArrayList<Integer>();\nvar other = new java.util.ArrayList<Integer>();\n\
                list.add(args.length);\nother.add(4);\nlist.removeIf(v -> v > 3);\nint r = list.size();\nprint(r);\n";
    let kept = java("", main, "r");
    assert!(kept.contains("removeIf(v -> v > 3)") && kept.contains("list.add(args.length)"), "{kept}");
    assert!(!kept.contains("other"), "{kept}");
}
