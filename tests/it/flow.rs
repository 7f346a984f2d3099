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
    slice_in(Language::Python, text, criterion, variant)
}

/// The slice of a program in C, without blank lines, indentation and placeholders' blanks.
fn slice_c(text: &str, criterion: &str) -> String {
    let sliced = slice_in(Language::C, text, criterion, Variant::CeEdg);
    sliced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The slice of a Java program, without blank lines; its classes stand in `Program`, behind each other.
fn java(types: &str, main: &str, criterion: &str) -> String {
    let text = format!("class Program {{\n{types}public static void main(String[] args) {{\n{main}}}\n}}\n");
    let sliced = slice_in(Language::Java, &text, criterion, Variant::CeEdg);
    let inside = sliced.strip_prefix("class Program {\n").unwrap_or(&sliced);
    inside.strip_suffix("\n}\n}").unwrap_or(inside).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn slice_in(language: Language, text: &str, criterion: &str, variant: Variant) -> String {
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
        // Those of Erlang have a graph of their own.
        let is_lowered = task.benchmark.tree.language() != Language::Erlang;
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
    assert!(precisions.len() >= 200 && mean >= 0.85, "mean precision {mean} of {}", precisions.len());
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

#[apply(test)]
fn what_is_taken_apart_stays_even_when_no_part_of_it_does() {
    let text = "function take(p) {\n  p.n = 1;\n  return { a: 1 };\n}\nconst p = {};\nconst { a } = take(p);\n\
                console.log(p.n);\n";
    let sliced = slice_in(Language::JavaScript, text, "p.n", Variant::CeEdg);
    assert!(sliced.contains("return {"), "{sliced}");
    let text =
        "def take(p):\n    p.n = 1\n    return []\nclass P:\n    pass\np = P()\n[] = take(p)\nprint(p.n)\n";
    let sliced = slice(text, "p.n", Variant::CeEdg);
    assert!(sliced.contains("return []"), "{sliced}");
}

/// Checks the slice of an R program, blank lines left out.
fn check_r(text: &str, criterion: &str, expected: &str) {
    let sliced = slice_in(Language::R, text, criterion, Variant::CeEdg);
    assert_eq!(sliced, expected.trim_end(), "{text}");
}

#[apply(test)]
fn r_copies_lists_and_shares_environments() {
    check_r(
        "x <- list(a = 1, b = 2)\ny <- x\nx$a <- 5\ny$b <- 7\nz <- y$a\nprint(z)\n",
        "z",
        "x <- list(a = 1)\ny <- x\nz <- y$a\nprint(z)\n",
    );
    check_r(
        "e <- new.env()\nf <- e\ne$a <- 5\nf$b <- 7\nz <- f$a\nprint(z)\n",
        "z",
        "e <- new.env()\nf <- e\ne$a <- 5\nz <- f$a\nprint(z)\n",
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
fn parts_of_parts_are_told_apart_in_r() {
    check_r(
        "x <- list(n = list(c = 1, d = 2))\nx$n$c <- 3\nx$n$d <- 4\nnames(x)\nz <- x$n$c\nprint(z)\n",
        "z",
        "x <- list(n = list())\nx$n$c <- 3\nz <- x$n$c\nprint(z)\n",
    );
}

#[apply(test)]
fn r_evaluates_arguments_where_their_parameters_are_read() {
    // What fails is handled by the function that is called.
    let text = "safe <- function(x) tryCatch(x, error = function(e) 0)\nfail <- function(a) {\n  if (a > 1) stop(\"a\")\n  a\n}\n\
                z <- safe(fail(3))\nprint(z)\n";
    check_r(text, "z", &text.replace("function(e)", "function(._1)"));
    // The variable is read when the function runs that has it.
    let text = "make <- function(x) function() x\ny <- 1\nf <- make(y)\ny <- 2\nz <- f()\nprint(z)\n";
    check_r(text, "z", text);
    // What arguments do is done where they are read.
    let text = "v <- 1\ng <- function() {\n  v <<- v + 1\n  v\n}\nh <- function(a, b) a + b\nw <- h(g(), g())\nprint(v)\n";
    check_r(text, "v", text);
    // Reading it first decides which value it has later.
    let text = "n <- 1\nup <- function(x) {\n  x\n  n <<- n + 1\n  x\n}\nz <- up(n)\nprint(z)\n";
    check_r(text, "z", &text.replace("  n <<- n + 1\n", ""));
}

#[apply(test)]
fn defaults_of_r_see_what_the_function_has_made() {
    let text = "f <- function(a, b = t * 2) {\n  t <- a + 1\n  u <- a\n  b\n}\nz <- f(1)\nprint(z)\n";
    check_r(text, "z", &text.replace("  u <- a\n", ""));
}

#[apply(test)]
fn arms_of_a_switch_in_r_stay_where_another_would_be_taken() {
    let text = "k <- commandArgs(TRUE)[1]\nz <- 0\nw <- 0\nswitch(k, a = , b = {\n  z <- 1\n}, c = {\n  w <- 2\n}, d = {\n  z <- 3\n}, {\n  z <- 4\n})\n\
                print(z)\n";
    let sliced = slice_in(Language::R, text, "z", Variant::CeEdg);
    assert!(sliced.contains("a = , b = {") && sliced.contains("c =") && !sliced.contains("w <-"), "{sliced}");
}

#[apply(test)]
fn methods_of_r_are_found_by_their_names() {
    let text = "area <- function(s, ...) UseMethod(\"area\")\narea.default <- function(s, ...) 0\narea.box <- function(s, ...) s$w\n\
                name <- function(s) UseMethod(\"name\")\nname.box <- function(s) s$n\n\
                b <- structure(list(w = 2, n = \"x\"), class = \"box\")\nz <- area(b)\nprint(name(b))\nprint(z)\n";
    let sliced = slice_in(Language::R, text, "z", Variant::CeEdg);
    assert!(sliced.contains("area.box <- function(s, ...) s$w") && !sliced.contains("name"), "{sliced}");
    assert!(sliced.contains("list(w = 2), class = \"box\""), "{sliced}");
}

#[apply(test)]
fn what_a_function_of_r_does_on_its_exit_is_done_on_all_ways_out() {
    let text = "n <- 0\nm <- 0\nf <- function(a) {\n  on.exit(n <<- n + a)\n  m <<- 1\n  if (a > 1) return(1)\n  2\n}\nf(3)\nprint(n)\n";
    let sliced = slice_in(Language::R, text, "n", Variant::CeEdg);
    assert!(sliced.contains("on.exit(n <<- n + a)") && !sliced.contains("m <<-"), "{sliced}");
}

#[apply(test)]
fn what_may_reach_everything_in_r_keeps_the_program_whole() {
    let text = "x <- 1\ny <- 2\neval(parse(text = \"y <- x\"))\nprint(y)\n";
    check_r(text, "y", text);
    let tree = Tree::parse(Language::R, &[SourceFile::new("program.R", text)]);
    let notes = ProgramGraph::build(&tree, Variant::CeEdg).notes();
    let places: Vec<&str> = notes.iter().filter_map(|note| note.node).map(|node| tree.text(node)).collect();
    assert_eq!(places, ["eval(parse(text = \"y <- x\"))"]);
}

#[apply(test)]
fn elements_of_a_list_that_is_spread_are_what_a_function_gets() {
    let text = "def f(a):\n    return a\nn = int(input())\nxs = [1]\nxs[0] = n\nr = f(*xs)\nprint(r)\n";
    assert!(slice(text, "r", Variant::CeEdg).contains("xs[0] = n"));
}

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
