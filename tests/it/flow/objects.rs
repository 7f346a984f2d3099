//! Variables of Java with objects: tied to what their objects hold, and not.

use std::collections::BTreeSet;

use bench_slicers::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::deletions::Mark;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::suite::Input;

use crate::mutants::runtimes::{Kind, Place, Text, run, with_calls};

/// Lines 11 to 14 are those of the published example: a constructor, a member, a method, an alias.
const PAIR: &str = "\
class Pair {
    static class A {
        int x;
        int y;
        A(int first, int second) { this.x = first; this.y = second; }
        void setX(int value) {
            this.x = value;
        }
    }
    public static void main(String[] args) {
        A a1 = new A(1, 2);
        a1.y = a1.y + 5;
        a1.setX(3);
        A a2 = a1;
        System.out.println(a2.x + a2.y);
    }
}
";

fn java(text: &str) -> Tree {
    let tree = Tree::parse(Language::Java, &[SourceFile::new("Program.java", text)]);
    assert!(tree.problems().is_empty(), "{:?}\n{text}", tree.problems());
    tree
}

/// The first variable of this name on a line.
fn on_line(tree: &Tree, line: usize, name: &str) -> NodeId {
    let is_meant = |&node: &NodeId| {
        tree.flags(node).has(Flags::VARIABLE) && tree.label(node) == name && tree.line(node) == line
    };
    tree.ids().find(is_meant).unwrap_or_else(|| panic!("no `{name}` on line {line}"))
}

/// The lines that are left, without blank ones.
fn lines_of(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().enumerate().map(|(idx, line)| (idx + 1, line.trim().to_owned()));
    lines.filter(|(_, line)| !line.is_empty()).collect()
}

fn slice(text: &str, (line, name): (usize, &str), variant: Variant) -> String {
    let tree = java(text);
    let graph = ProgramGraph::build(&tree, variant);
    graph.render(&graph.slice_all(&[on_line(&tree, line, name)]))[0].text.clone()
}

#[apply(test)]
fn the_published_example_loses_its_object_without_ties_and_has_it_with_them() {
    let with = slice(PAIR, (13, "a1"), Variant::Jsdg);
    let main: Vec<usize> =
        lines_of(&with).iter().map(|(line, _)| *line).filter(|line| (11..=15).contains(line)).collect();
    assert_eq!(main, [11, 12, 13], "{with}");
    for kept in ["int x;", "int y;", "this.x = first;", "this.y = second;", "this.x = value;"] {
        assert!(with.contains(kept), "{kept}: {with}");
    }
    let without = slice(PAIR, (13, "a1"), Variant::Jsysdg);
    let main: Vec<usize> =
        lines_of(&without).iter().map(|(line, _)| *line).filter(|line| (11..=15).contains(line)).collect();
    assert_eq!(main, [13], "{without}");
    assert!(without.contains("int x;") && without.contains("this.x = value;"), "{without}");
    for lost in ["int y", "A(int", "new A", "first", "second"] {
        assert!(!without.contains(lost), "{lost}: {without}");
    }
}

/// The class: each tie is what makes the difference.
#[apply(test)]
fn each_tie_keeps_what_it_is_for() {
    let types = "class Ties {\n    static class P { int x; int y; P(int x, int y) { this.x = x; this.y = y; } }\n    \
                 static void use(Object it) { }\n    public static void main(String[] args) {\n        int n = args.length;\n        ";
    let text = format!(
        "{types}P p = new P(n, 2);\n        p.x = 5;\n        P q = p;\n        int z = q.x;\n        use(z);\n        use(q);\n    }}\n}}\n"
    );
    // Object reference: a member needs what gave the variable its object.
    let (with, without) = (slice(&text, (10, "z"), Variant::Jsdg), slice(&text, (10, "z"), Variant::Jsysdg));
    assert!(with.contains("P p = new P(n, 2)") && with.contains("P q = p"), "{with}");
    assert!(
        !without.contains("new P") && !without.contains("P q") && without.contains("p.x = 5"),
        "{without}"
    );
    // Total definition: a partial one needs it, though nothing of it is left in the member.
    assert!(with.contains("this.x = x") && !with.contains("this.y = y"), "{with}");
    let smaller = slice(&text, (10, "z"), Variant::CeSdg);
    assert!(!smaller.contains("this.x = x") && smaller.contains("P p = new P("), "{smaller}");
    // Object flow: an object is all that it holds.
    let (with, without) = (slice(&text, (11, "q"), Variant::Jsdg), slice(&text, (11, "q"), Variant::Jsysdg));
    assert!(with.contains("p.x = 5") && with.contains("this.y = y"), "{with}");
    assert!(!without.contains("p.x = 5") && without.contains("use(q)"), "{without}");
}

/// Types, and what `main` does; `use` shows what is asked for.
const CLASSES: &[(&str, &str, &str)] = &[
    (
        "constructors that call others",
        "static class Base { int low; int high; Base(int low) { this(low, low + 1); } Base(int low, int high) { this.low = low; \
         this.high = high; } }\n\
         static class Span extends Base { int width; Span(int low, int width) { super(low, low + width); this.width = width; } \
         Span() { this(1, 2); width = 9; } }",
        "Span s = new Span(n, 4);\nSpan t = new Span();\nBase b = new Base(n);\nt.high = s.low;\nuse(s.high);\nuse(t);\nuse(b.low);\nint w = \
         t.width;\nuse(w);\nuse(s);",
    ),
    (
        "members that are objects",
        "static class Leaf { int v; int w; Leaf(int v) { this.v = v; } }\n\
         static class Node { Leaf left; Leaf right; Node next; Node(Leaf left, Leaf right) { this.left = left; this.right = right; } }",
        "Node a = new Node(new Leaf(n), new Leaf(2));\nNode b = new Node(a.right, new Leaf(3));\na.next = b;\nb.left.v = n + 7;\nint r = \
         a.right.v;\nuse(r);\na.next.right.w = 4;\nLeaf far = a.next.right;\nuse(far);\nuse(b.right.v);\nuse(a.left);\nuse(a);",
    ),
    (
        "aliases",
        "static class Box { int v; int u; void put(int v) { this.v = v; } }",
        "Box a = new Box();\nBox b = new Box();\nBox c = n > 1 ? a : b;\na.put(1);\nc.put(n);\nBox d = c;\nd.u = 5;\nuse(a.v);\nuse(b);\nint \
         g = b.u;\nuse(g);\na = b;\na.v = 3;\nuse(b.v);\nuse(d);\nuse(a);",
    ),
    (
        "fields of superclasses",
        "static class Top { int a = 1; int b; void raise() { b++; } int get() { return a; } }\n\
         static class Mid extends Top { int c; void raise() { super.raise(); c += 2; } }\n\
         static class Low extends Mid { int a = 5; int get() { return super.get() + a; } }",
        "Top t = n > 0 ? new Low() : new Mid();\nt.raise();\nt.a = n;\nLow l = new Low();\nl.raise();\nl.a = 7;\nuse(t.b);\nint q = \
         t.get();\nuse(q);\nuse(l.c);\nuse(l);\nuse(t);",
    ),
    (
        "calls that define members far down",
        "static class In { int k; int m; void set(int k) { this.k = k; } }\n\
         static class Out { In in = new In(); int n; void deep(int k) { deeper(this, k); } }\n\
         static void deeper(Out out, int k) { out.in.set(k); if (k > 1) { out.n = k; } }",
        "Out o = new Out();\nOut p = new Out();\no.deep(n);\np.deep(3);\no.in.m = 4;\nIn in = o.in;\nuse(in.k);\nuse(o.n);\nint j = \
         p.in.k;\nuse(j);\nuse(in);\nuse(p);\nuse(o);",
    ),
    (
        "objects that methods return",
        "static class Pt { int x; int y; Pt move(int by) { Pt to = new Pt(); to.x = x + by; to.y = y; return to; } Pt self() { return this; } }\n\
         static Pt pick(Pt a, Pt b, int n) { if (n > 1) { return a; } a.y++; return b; }",
        "Pt a = new Pt();\na.x = n;\nPt b = a.move(2);\nPt c = pick(a, b, n);\nc.y = 8;\nPt d = a.self();\nd.x += 3;\nuse(b.y);\nint s = \
         a.x;\nuse(s);\nuse(c);\nuse(b.x);\nuse(pick(a, d, n).y);\nuse(a);",
    ),
    (
        "arrays and collections as members",
        "static class Bag { int[] counts = new int[3]; java.util.List<Item> items = new java.util.ArrayList<>(); int size; void add(Item it) { \
         items.add(it); counts[it.kind]++; size++; } }\n\
         static class Item { int kind; int worth; Item(int kind) { this.kind = kind; } }",
        "Bag bag = new Bag();\nItem one = new Item(1);\nbag.add(one);\nbag.add(new Item(n % 3));\none.worth = n;\nint w = \
         bag.items.get(0).worth;\nuse(w);\nuse(bag.counts[1]);\nuse(bag.items);\nuse(bag.size);\nuse(one);\nuse(bag);",
    ),
    (
        "members that are assigned again",
        "static class Cell { int v; int u; Cell(int v, int u) { this.v = v; this.u = u; } void set(int v) { this.v = v; } }",
        "Cell c = new Cell(n, 2);\nc.v = 5;\nint g = c.v;\nuse(g);\nc.set(n + 1);\nuse(c);\nc.u = 7;\nint w = c.v + c.u;\nuse(w);\nuse(c);",
    ),
    (
        "static fields",
        "static class Pool { static Pool shared = new Pool(); static int made; int id; Pool() { made++; id = made; } static Pool next() { return new \
         Pool(); } }",
        "Pool a = Pool.next();\nPool b = Pool.next();\nPool.shared = n > 1 ? a : b;\nPool.shared.id = 40;\nuse(a.id);\nint m = \
         Pool.made;\nuse(m);\nuse(b);\nuse(Pool.shared.id);\nPool.made = 0;\nuse(a);",
    ),
];

/// What is given to `use`.
fn shown(tree: &Tree) -> Vec<NodeId> {
    let calls = tree.ids().filter(|&node| tree.text(node).starts_with("use(") && tree.label(node) == "use");
    let named = |call: NodeId| {
        let mut inside = tree
            .subtree(call)
            .filter(|&node| tree.flags(node).has(Flags::VARIABLE) && !tree.flags(node).has(Flags::STATEMENT));
        inside.find(|&node| tree.span(call).start + "use(".len() == tree.span(node).start)
    };
    let found: BTreeSet<NodeId> = calls.filter_map(named).collect();
    let is_whole = |node: &NodeId| {
        tree.files().next().is_some_and(|file| file.text[tree.span(*node).end..].starts_with(')'))
    };
    found.into_iter().filter(is_whole).collect()
}

struct ObjectProgram {
    what: &'static str,
    tree: Tree,
    criteria: Vec<NodeId>,
}

impl ObjectProgram {
    fn all() -> Vec<ObjectProgram> {
        let program = |&(what, types, main): &(&'static str, &str, &str)| {
            let text = format!(
                "class Program {{\n{types}\nstatic void use(Object it) {{ }}\npublic static void main(String[] args) {{\nint n = \
                 args.length;\n{main}\n}}\n}}\n"
            );
            let tree = java(&text);
            let criteria = shown(&tree);
            assert!(criteria.len() >= 3, "{what}: {criteria:?}");
            ObjectProgram { what, tree, criteria }
        };
        CLASSES.iter().map(program).collect()
    }

    fn kept(&self, variant: Variant, node: NodeId) -> NodeSet {
        ProgramGraph::build(&self.tree, variant).slice_all(&[node])
    }

    /// The program, then the slice of `jsdg` for each criterion, with calls that note values.
    fn texts(&self) -> Vec<Text> {
        let tree = &self.tree;
        let places = self.criteria.iter().map(|&node| Place { file_idx: 0, span: tree.span(node) });
        let places: Vec<(usize, Place)> = places.enumerate().collect();
        let files: Vec<SourceFile> = tree.files().cloned().collect();
        let arguments = [&[][..], &["1"], &["1", "2", "3"]];
        let inputs = arguments.map(|words| Input {
            args: words.iter().map(|word| (*word).to_owned()).collect(),
            stdin: String::new(),
        });
        let files = with_calls(Language::Java, &files, &places);
        let mut texts = vec![Text { files, kind: Kind::Program { inputs: inputs.to_vec() } }];
        let deletions = languages::deletions(tree).unwrap();
        for (k, &node) in self.criteria.iter().enumerate() {
            let before = format!("seen__.Seen.see__({k}, ");
            let candidate = deletions.keeping(tree, &self.kept(Variant::Jsdg, node));
            let files =
                deletions.marked_text(tree, &candidate, &[Mark { node, before: &before, after: ")" }]);
            texts.push(Text { files, kind: Kind::Slice { only: None } });
        }
        texts
    }
}

#[apply(test)]
fn slices_of_objects_are_within_each_other() {
    let mut n_smaller = [0; 3];
    for program in ObjectProgram::all() {
        for &node in &program.criteria {
            let line = program.tree.line(node);
            let order =
                [Variant::CeSdg, Variant::Jsdg, Variant::Sdg].map(|variant| program.kept(variant, node));
            let without = program.kept(Variant::Jsysdg, node);
            let pairs = [(&without, &order[1]), (&order[0], &order[1]), (&order[1], &order[2])];
            for (idx, (inner, outer)) in pairs.into_iter().enumerate() {
                assert!(inner.difference(outer).is_empty(), "{}, line {line}, pair {idx}", program.what);
                n_smaller[idx] += usize::from(inner.len() < outer.len());
            }
        }
    }
    println!("criteria with less in jsysdg than jsdg, ce-sdg than jsdg, jsdg than sdg: {n_smaller:?}");
    assert!(n_smaller.iter().all(|&n| n > 0), "{n_smaller:?}");
}

#[apply(test)]
#[needs(Java)]
fn slices_of_objects_compile_and_behave() {
    let programs = ObjectProgram::all();
    let texts: Vec<Vec<Text>> = programs.iter().map(ObjectProgram::texts).collect();
    let written: Vec<Vec<String>> =
        texts.iter().map(|texts| texts.iter().map(|text| text.files[0].text.clone()).collect()).collect();
    let mut runs = run(Language::Java, &texts.into_iter().flatten().collect::<Vec<_>>()).into_iter();
    let (mut n_values, mut wrong) = (0, Vec::new());
    for (program, written) in programs.iter().zip(&written) {
        let original = runs.next().expect("a program");
        assert!(original.values().all(|run| run.end == "done"), "{}: {original:?}", program.what);
        for k in 0..program.criteria.len() {
            let slice = runs.next().expect("a slice");
            for (input_idx, run) in &slice {
                let expected = original[input_idx].of(k);
                n_values += expected.len();
                if run.end == "refused" || expected.is_empty() || !run.of(k).starts_with(&expected) {
                    wrong.push(format!("{}, {k}: {expected:?}, {run:?}\n{}", program.what, written[k + 1]));
                }
            }
        }
    }
    assert!(n_values >= 60 && wrong.is_empty(), "{n_values} values\n{}", wrong.join("\n"));
}

#[apply(test)]
fn objects_that_reach_the_result_are_found() {
    let text = "class Program {\n    static class P { int x; P next; }\n    static P make(int n, P old) {\n        P p = new P();\n        \
                p.x = n;\n        if (n > 3) {\n            p = old;\n            return p;\n        }\n        P lost = p;\n        \
                lost = new P();\n        return lost;\n    }\n    static void none(P p) {\n        p.x = 1;\n    }\n    public static void \
                main(String[] args) {\n        P q = make(2, new P());\n        none(q);\n    }\n}\n";
    let tree = java(text);
    let nodes = ProgramGraph::returned_objects(&tree);
    let mut found: Vec<(usize, &str)> =
        nodes.iter().map(|node| (tree.line(node), tree.label(node))).collect();
    found.sort_unstable();
    // The first `p` is returned as `lost` is not: `p` of line 5 is assigned again on one way only.
    let expected =
        [(4, "p"), (5, "p"), (7, "old"), (7, "p"), (8, "p"), (10, "p"), (11, "lost"), (12, "lost")];
    assert_eq!(found, expected);
}
