//! The slicers on dependence graphs of languages that are lowered to flow: complete on the suite, right on small programs.

mod c;
mod java;
mod libraries;
mod objects;
mod outside;
mod protocols;
mod published;
mod r;

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

/// The slice of a program, without blank lines.
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
        let of_java = [Variant::Jsdg].into_iter().filter(|_| tree.language() == Language::Java);
        for variant in ALL.into_iter().chain(of_java) {
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

/// The class: a parameter as criterion, in every form that holds its name beside something else. Its values are those of all
/// calls, so that these stay.
#[apply(test)]
fn calls_stay_that_give_a_parameter_its_values() {
    let forms = ["size", "size=2", "size: int", "size: int = 2", "*size", "**size", "*, size", "*, size=2"];
    let call =
        |form: &str| if form.contains('*') && !form.starts_with("*size") { "f(size=3)" } else { "f(3)" };
    let call = |form: &str| if form.starts_with("**") { "f(a=3)" } else { call(form) };
    for form in forms {
        let text = format!("def f({form}):\n    return 1\nprint({})\n", call(form));
        for variant in ALL {
            let sliced = slice(&text, "size", variant);
            assert!(sliced.contains("print(f("), "{form} with {variant:?}: {sliced}");
        }
        let lambda = format!("f = lambda {form}: 1\nprint({})\n", call(form));
        if !form.contains(':') {
            assert!(slice(&lambda, "size", Variant::CeEdg).contains("f("), "{form}");
        }
    }
    for form in ["size", "size = 2", "{ size }", "{ size = 2 }", "[size]", "[size = 2]", "...size"] {
        let text = format!("function f({form}) {{ return 1; }}\nconsole.log(f([3]));\n");
        for variant in ALL {
            let sliced = slice_in(Language::JavaScript, &text, "size", variant);
            assert!(sliced.contains("f([3])") || sliced.contains("f(["), "{form} with {variant:?}: {sliced}");
        }
    }
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

/// A failure that nothing ends is the end of the program, but for what each `finally` on its way does.
#[apply(test)]
fn what_a_failure_skips_depends_on_it_only_beside_the_finally_that_sees_it() {
    let text = |value: &str| {
        format!(
            "import sys\ntried = 0\ndone = 0\ndef once(word):\n    global tried, done\n    try:\n        size = int(word)\n\
             \x20       done += 1\n    finally:\n        tried += 1\nonce(sys.argv[1])\nresult = {value}\n"
        )
    };
    for variant in [Variant::CeEdg, Variant::CeSdg, Variant::Sdg] {
        let kept = slice(&text("done"), "result", variant);
        assert!(kept.contains("done += 1") && !kept.contains("int(word)"), "{variant:?}: {kept}");
        // What it does with what was done before the failure counts.
        let seen = text("done").replace("tried += 1", "tried += done");
        let kept = slice(&seen.replace("= done\n", "= tried\n"), "result", variant);
        assert!(kept.contains("int(word)") && kept.contains("done += 1"), "{variant:?}: {kept}");
    }
    // Something ends it: what it skips is not done then.
    let ended = [
        text("done")
            .replace("once(sys.argv[1])", "try:\n    once(sys.argv[1])\nexcept ValueError:\n    pass"),
        text("done").replace("tried += 1", "return"),
    ];
    for text in ended {
        let kept = slice(&text, "result", Variant::CeEdg);
        assert!(kept.contains("int(word)") && kept.contains("done += 1"), "{text}\n{kept}");
    }
}

#[apply(test)]
fn calls_of_an_object_call_its_method() {
    let class = "class Adder:\n    def __init__(self, by):\n        self.by = by\n        self.n = 0\n    def __call__(self, a):\n        self.n += 1\n        \
                 return a + self.by\n    def other(self):\n        return 3\n";
    let calls = [
        "add = Adder(2)\nresult = add(7)\n",
        "class More(Adder):\n    pass\nadd = More(2)\nresult = add(7)\n",
        "def use(f):\n    return f(7)\nresult = use(Adder(2))\n",
        "result = sorted([3, 1], key=Adder(2))\n",
        "result = Adder(2)(7)\n",
    ];
    for call in calls {
        for variant in ALL {
            let kept = slice(&format!("{class}{call}"), "result", variant);
            assert!(
                kept.contains("return a + self.by") && kept.contains("self.by = by"),
                "{variant:?}: {kept}"
            );
            assert!(!kept.contains("return 3"), "{variant:?}: {kept}");
        }
    }
}

#[apply(test)]
fn declarations_of_names_stay_with_their_uses() {
    let text = "level = 0\ndef up(by):\n    global level\n    level += by\nup(3)\nprint(level)\n";
    assert_eq!(slice(text, "level", Variant::CeEdg), text.trim_end());
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

#[apply(test)]
fn elements_of_a_list_that_is_spread_are_what_a_function_gets() {
    let text = "def f(a):\n    return a\nn = int(input())\nxs = [1]\nxs[0] = n\nr = f(*xs)\nprint(r)\n";
    assert!(slice(text, "r", Variant::CeEdg).contains("xs[0] = n"));
}

#[apply(test)]
fn taking_a_dictionary_apart_reads_its_keys() {
    let text = "d = {'x': 1, 'y': 2}\nd['z'] = 3\nt = d['z']\na, b, c = d\nprint(a)\n";
    let sliced = slice(text, "a", Variant::CeEdg);
    assert!(sliced.contains("'x'") && sliced.contains("d['z'] = ") && !sliced.contains("t ="), "{sliced}");
    let text = "d = {'x': 1}\nd['y'] = 3\nt = d['y']\na, b = [4, 5]\nprint(t)\n";
    let sliced = slice(text, "t", Variant::CeEdg);
    assert!(!sliced.contains("'x'") && !sliced.contains("4"), "{sliced}");
}

#[apply(test)]
fn blanks_in_an_operator_mean_nothing() {
    let text = "d = [1]\nd[0] = 2\nif d is not None:\n    x = 3\nelse:\n    x = 4\nprint(x)\n";
    let spaced = text.replace("is not", "is  not");
    assert!(!slice(&spaced, "x", Variant::CeEdg).contains("d[0]"));
    assert!(!slice(text, "x", Variant::CeEdg).contains("d[0]"));
}
