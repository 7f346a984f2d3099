//! Java programs as schemata and as compiled text: two opinions, one verdict.

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::oracle::{Oracle, RunEnd, Trial};

use crate::harness::amount;
use crate::oracle::{check_agreement, drawn};
use crate::schemata::{self, args, check_over_the_suite, check_probes, node, stdin};
use crate::support::root;

fn parse(text: &str) -> Tree {
    Tree::parse(Language::Java, &[SourceFile::new("Program.java", text)])
}

fn open<'t>(program: &'t Tree, node: NodeId) -> Result<Box<dyn Oracle + 't>, String> {
    schemata::open(program, node, "main")
}

/// A program with this in its `main`.
fn main_with(body: &str) -> Tree {
    parse(&format!(
        "public class Program {{\n    public static void main(String[] args) {{\n{body}\n    }}\n}}\n"
    ))
}

#[apply(test)]
#[needs(Java)]
fn schemata_agree_with_compiled_text_over_the_suite() {
    let total = check_over_the_suite(Language::Java, amount(200, 600, 2_000), 1);
    assert!(total[..3].iter().all(|&n| n > 0), "{total:?}");
}

#[apply(test)]
#[needs(Java)]
fn schemata_agree_with_compiled_text_on_every_construct() {
    let programs = [
        ("Statements", vec![args(&["3", "4", "9", "12"]), args(&["5", "1"]), args(&[])]),
        ("Objects", vec![args(&["a", "bb", "ccc"]), args(&[]), args(&["four"])]),
        ("Exceptions", vec![stdin("5 x 0\nab abcd 7"), stdin(""), stdin("1")]),
    ];
    let n_candidates = amount(60, 250, 1_000);
    for (name, inputs) in programs {
        let text = std::fs::read_to_string(root("tests/fixtures/java").join(format!("{name}.java"))).unwrap();
        let program = parse(&text);
        let mut oracle =
            open(&program, node(&program, "result")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(
            observed.iter().all(|it| it.n_values == 1 && it.end == RunEnd::Returned),
            "{name}: {observed:?}"
        );
        let whole = oracle.confirm(&[Candidate::default()]).unwrap();
        assert!(whole[0].is_same(), "{name}: {whole:?}");
        let single = (0..oracle.deletions().all().len() as DeletionId).map(|id| Candidate::from_iter([id]));
        let single: Vec<Candidate> = single.step_by(amount(4, 2, 1)).collect();
        check_agreement(&mut oracle, &single);
        let counts = check_agreement(&mut oracle, &drawn(&program, n_candidates, 5));
        assert!(counts[1] > 0, "{name}: {counts:?}");
    }
}

#[apply(test)]
#[needs(Java)]
fn static_state_of_one_candidate_is_not_that_of_the_next() {
    let text = "import java.util.ArrayList;\nimport java.util.List;\npublic class Program {\n    static int n = 2;\n    \
        static List<Integer> seen = new ArrayList<>();\n    static int[] row = {1, 2};\n    \
        public static void main(String[] args) {\n        n += args.length;\n        seen.add(n);\n        row[0]++;\n        \
        int r = n * 10 + seen.size() + row[0];\n        System.out.println(r);\n    }\n}\n";
    let program = parse(text);
    let mut oracle = open(&program, node(&program, "r")).unwrap();
    oracle.add_inputs(&[args(&[]), args(&["x"])]).unwrap();
    let candidates: Vec<Candidate> =
        (0..oracle.deletions().all().len() as DeletionId).map(|id| Candidate::from_iter([id])).collect();
    let once = oracle.judge(&candidates, true).unwrap();
    let turned: Vec<Candidate> = candidates.iter().rev().cloned().collect();
    let mut again = oracle.judge(&turned, true).unwrap();
    again.reverse();
    assert_eq!(once, again, "whatever was judged before");
    check_agreement(&mut oracle, &candidates);
}

/// The type in front of variables goes with the last of them, and with it what needs a declaration elsewhere.
#[apply(test)]
#[needs(Java)]
fn a_type_is_named_as_long_as_one_of_its_variables_is_left() {
    let text = "public class Program {\n    static class A {}\n    static class B {\n        final A one = new A();\n        \
        A two, three = null;\n    }\n    interface C {}\n    public static void main(String[] args) {\n        \
        B b = new B();\n        C c = null, d[] = null;\n        for (A a = null, e = null; a != null;) break;\n        \
        int r = args.length;\n        System.out.println(r);\n    }\n}\n";
    let program = parse(text);
    let mut oracle = open(&program, node(&program, "r")).unwrap();
    oracle.add_inputs(&[args(&["x"])]).unwrap();
    let all = oracle.deletions().all().to_vec();
    let id = |wanted: &&str| {
        let is_it = |text: &str| text == *wanted || text.starts_with(&format!("{wanted} "));
        all.iter().position(|deletion| is_it(program.text(deletion.node))).expect(wanted) as DeletionId
    };
    let all_of_a = ["static class A", "one =", "two", "three =", "for"];
    let cases = [
        (&all_of_a[..], true),
        (&["static class A", "one =", "three =", "for"], false),
        (&["static class A", "two", "three =", "for"], false),
        (&["interface C", "c =", "d[] ="], true),
        (&["interface C", "c ="], false),
        (&["interface C", "d[] ="], false),
    ];
    for (deleted, is_slice) in cases {
        let candidates = [deleted.iter().map(id).collect()];
        let counts = check_agreement(&mut oracle, &candidates);
        assert_eq!(counts, [usize::from(is_slice), 0, usize::from(!is_slice), 0], "{deleted:?}");
    }
}

#[apply(test)]
#[needs(Java)]
fn candidates_that_never_end_run_out_of_fuel() {
    let program = main_with(
        "        int i = 0;\n        while (i < 3) {\n            i++;\n        }\n        int r = i + f(2);\n        System.out.println(r);\n    }\n    \
         static int f(int n) {\n        if (n == 0) return 1;\n        return f(n - 1);",
    );
    let mut oracle = open(&program, node(&program, "r")).unwrap();
    oracle.add_inputs(&[args(&[])]).unwrap();
    let candidates: Vec<Candidate> =
        (0..oracle.deletions().all().len() as DeletionId).map(|id| Candidate::from_iter([id])).collect();
    let counts = check_agreement(&mut oracle, &candidates);
    assert!(counts[3] >= 2, "the step of the loop, the end of the recursion: {counts:?}");
}

#[apply(test)]
#[needs(Java)]
fn what_could_do_more_than_compute_is_refused() {
    let check = |body: &str, wanted: &str| {
        let program = main_with(body);
        match open(&program, node(&program, "x")) {
            Ok(_) => panic!("not refused: {body}"),
            Err(said) => assert!(said.contains(wanted), "{said}"),
        }
    };
    check("java.io.File x = new java.io.File(\"/\"); x.delete();", "line 3: the class `java.io.File`");
    check("Runtime x = Runtime.getRuntime(); x.halt(1);", "the class `java.lang.Runtime`");
    check("Thread x = new Thread(() -> {}); x.start();", "the class `java.lang.Thread`");
    check("String x = System.getProperty(\"user.home\"); x.length();", "`System.getProperty`");
    check("Object x = \"\".getClass().getClassLoader(); x.hashCode();", "getClassLoader");
    check("int bs__q = 1; int x = bs__q;", "begins with `bs__`");
    check("int x = \"\";", "does not compile");
}

#[apply(test)]
#[needs(Java)]
fn other_programs_are_run_in_the_place_of_the_original() {
    let program = main_with("        int y = 1 + args.length;\n        System.out.println(y);");
    let mut oracle = open(&program, node(&program, "y")).unwrap();
    oracle.add_inputs(&[args(&[])]).unwrap();
    let mut tried = |body: &str| {
        let other = main_with(body);
        let criterion = other.ids().rev().find(|&node| other.text(node) == "y");
        oracle.try_other(&other, &criterion.into_iter().collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(tried("int y = 1; System.out.println(y);"), Trial::Same);
    assert_eq!(tried("int y = 1;\n int z = sliced;\n System.out.println(sliced + y);"), Trial::Same);
    assert_eq!(tried("int z = 1;"), Trial::Compiled);
    let different = |text: &str, tried: Trial| match tried {
        Trial::Different(found) => assert_eq!(format!("{} {}", found.expected, found.got), text),
        other => panic!("{other:?}"),
    };
    different("1 \"1\"", tried("String y = \"1\"; System.out.println(y);"));
    different(
        "1 no value: ArithmeticException: / by zero",
        tried("int z = 0; z = 1 / z; int y = 1; System.out.println(y);"),
    );
    different(
        "1 no value: out of fuel",
        tried("int z = 0; while (z < 1) { z--; } int y = 1; System.out.println(y);"),
    );
    assert!(matches!(tried("int y = ;"), Trial::Invalid(_)));
    assert!(matches!(tried("new ProcessBuilder(); int y = 1; System.out.println(y);"), Trial::NotRun(_)));
    // Nothing that takes too much takes more than itself along.
    for body in [
        "long[] z = new long[1 << 30]; int y = 1; System.out.println(y);",
        "int[] z = new int[1]; String t = \"a\".repeat(1 << 30).repeat(64); int y = 1; System.out.println(y);",
        "Object[] z = null; while (true) { z = new Object[] {z, new int[100000]}; if (z == null) break; } int y = 1; System.out.println(y);",
    ] {
        let _ = tried(body);
        assert_eq!(tried("int y = 1; System.out.println(y);"), Trial::Same, "after {body}");
    }
}

#[apply(test)]
#[needs(Java)]
fn values_are_compared_as_they_were_seen() {
    let program = main_with(
        "        java.util.List<int[]> r = new java.util.ArrayList<>();\n        r.add(new int[] {args.length});\n        \
         System.out.println(r);\n        r.get(0)[0] = 7;\n        long now = System.currentTimeMillis();\n        \
         double chance = Math.random() + new java.util.Random().nextInt(5);\n        System.out.println(now + chance);",
    );
    let seen = program.ids().filter(|&node| program.text(node) == "r").nth(2).expect("where it is printed");
    let mut oracle = open(&program, seen).unwrap();
    let observed = oracle.add_inputs(&[args(&[]), args(&["x"])]).unwrap();
    assert_ne!(observed[0].values_hash, observed[1].values_hash);
    let late = node(&program, "r.get(0)[0] = 7");
    let ids = oracle.deletions().of_node(late);
    let judged = oracle.judge(&[ids.collect()], false).unwrap();
    assert!(judged[0].is_same(), "{judged:?}");
    check_agreement(&mut oracle, &drawn(&program, 60, 3));
}

#[apply(test)]
#[needs(Java)]
fn drawn_inputs_in_java_show_what_kept_ones_show() {
    let n_tasks = amount(3, 5, 20);
    let [n_compared, n_refuted] = check_probes(Language::Java, n_tasks, 20, 31);
    assert!(n_compared > n_tasks * 20 && n_refuted > n_tasks, "{n_compared} {n_refuted}");
}
