//! Oracles of data and control slices: all sets of statements and conditions of small programs, what the definitions say of them
//! where nothing of ours runs them, and whether the slicers have what is minimal.
//!
//! The class: programs in which conditions decide about the criterion, about its values, about both in either order, or about neither.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use bench_slicers::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::deletions::{Candidate, DeletionId, Deletions};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::oracle::{Oracle, Question, Trial, Verdict};
use bench_slicers::suite::{Evidence, Input, SliceKind, Suite};

use crate::schemata::{args, stdin};
use crate::support::root;

/// Conditions that have nothing to do with the values.
const UNRELATED: &str =
    "n = int(input())\nm = int(input())\na = n + 1\nc = m * 2\nif c > 4:\n    b = a * 2\n    print(b)\n";

/// A condition that chooses which of two assignments reaches the criterion, beside one that decides whether it is reached.
const CHOICE: &str =
    "n = int(input())\nm = int(input())\nif n > 2:\n    t = n\nelse:\n    t = m\nif m > 1:\n    print(t)\n";

/// A loop whose branches go to an update or to the criterion.
const BEFORE_OR_AFTER: &str = "n = int(input())\ni = 0\ns = 0\nwhile i < n:\n    i += 1\n    if i % 3 == 0:\n        s += 2\n    else:\n        print(s)\n";

/// A loop around both, and one that only decides how often.
const AROUND_BOTH: &str = "n = int(input())\ni = 0\ns = 0\nwhile i < n:\n    i += 1\n    s += 2\n    if i == 4:\n        break\n    print(s)\n";

const PYTHON: [&str; 4] = [UNRELATED, CHOICE, BEFORE_OR_AFTER, AROUND_BOTH];

/// Two numbers on lines.
fn two_lines() -> Vec<Input> {
    ["0\n0", "1\n3", "2\n1", "5\n2", "3\n9", "7\n-1"].map(stdin).into()
}

fn c_program(declared: &str, body: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {{\n    int n = atoi(argv[1]), m = \
         atoi(argv[2]){declared};\n{body}    return 0;\n}}\n"
    )
}

/// The same four classes.
fn c_programs() -> [String; 4] {
    [
        c_program(
            ", a, b, c",
            "    a = n + 1;\n    c = m * 2;\n    if (c > 4) {\n        b = a * 2;\n        printf(\"%d\\n\", b);\n    }\n",
        ),
        c_program(
            ", t",
            "    if (n > 2)\n        t = n;\n    else\n        t = m;\n    if (m > 1)\n        printf(\"%d\\n\", t);\n",
        ),
        c_program(
            ", i, s",
            "    i = 0;\n    s = 0;\n    while (i < n) {\n        i++;\n        if (i % 3 == 0)\n            s += 2;\n        \
             else\n            printf(\"%d\\n\", s);\n    }\n",
        ),
        c_program(
            ", i, s",
            "    s = 0;\n    for (i = 0; i < n; i++) {\n        s += 2;\n        if (i == 4)\n            break;\n        \
             printf(\"%d\\n\", s);\n    }\n",
        ),
    ]
}

/// What is printed: the last variable of the program that is an argument.
fn criterion(program: &Tree) -> NodeId {
    let is_it = |&node: &NodeId| program.flags(node).has(Flags::VARIABLE) && program.is_argument(node);
    program.ids().rfind(is_it).expect("an argument")
}

fn open<'t>(program: &'t Tree, kind: SliceKind, inputs: &[Input]) -> Box<dyn Oracle + 't> {
    let entry = if program.language() == Language::C { "main" } else { "__main__" };
    let question = Question::of_kind(vec![criterion(program)], entry, kind);
    let mut oracle = languages::oracle(program, &question).unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(inputs).unwrap();
    oracle
}

/// Deletions of statements, and of conditions in the heads of kept ones: so many at most, none of them in the criterion's statement
/// or around it.
fn wanted(program: &Tree, table: &Deletions, most: usize) -> Vec<DeletionId> {
    let statement = program.statement_of(criterion(program));
    let is_statement = |node: NodeId| program.flags(node).has(Flags::STATEMENT);
    let is_head = |node: NodeId| {
        let parent = program.parent(node).filter(|&parent| is_statement(parent));
        let begins = |text: &str| ["if", "while", "for"].iter().any(|word| text.starts_with(word));
        !is_statement(node) && parent.is_some_and(|parent| begins(program.text(parent)))
    };
    let is_wanted = |id: &DeletionId| {
        let node = table.get(*id).node;
        let is_apart =
            !program.subtree(node).contains(&statement) && !program.subtree(statement).contains(&node);
        // A name alone is a declaration, without which nothing compiles.
        let is_more = program.children(node).next().is_some();
        is_apart && is_more && (is_statement(node) || is_head(node))
    };
    (0..table.all().len() as DeletionId).filter(is_wanted).take(most).collect()
}

/// All sets of these deletions.
fn candidates(program: &Tree, table: &Deletions, wanted: &[DeletionId]) -> Vec<Candidate> {
    let set = |subset: u32| -> Candidate {
        wanted.iter().enumerate().filter(|(idx, _)| subset >> idx & 1 == 1).map(|(_, &id)| id).collect()
    };
    let mut all: Vec<Candidate> =
        (0..1_u32 << wanted.len()).map(|subset| table.normalised(program, &set(subset))).collect();
    all.sort_by_key(|candidate| candidate.ids().to_vec());
    all.dedup();
    all
}

fn text(program: &Tree, table: &Deletions, candidate: &Candidate) -> String {
    table.text(program, candidate).swap_remove(0).text
}

/// For each text whether it is a data slice, and whether it is a control slice, as `kinds.py` finds.
fn by_definition(original: &str, texts: &[String], inputs: &[Input]) -> Vec<[bool; 2]> {
    let stdins: Vec<&str> = inputs.iter().map(|input| input.stdin.as_str()).collect();
    let asked = serde_json::json!({"original": original, "texts": texts, "inputs": stdins}).to_string();
    let mut child = Command::new("python3")
        .arg(root("tests/fixtures/python/kinds.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Deletions of a program whose sets are tried.
const MOST: usize = 11;

const KINDS: [(SliceKind, Variant); 2] =
    [(SliceKind::Data, Variant::Data), (SliceKind::Control, Variant::Control)];

#[apply(test)]
#[needs(Python)]
fn verdicts_are_those_of_the_definitions() {
    for original in PYTHON {
        let program = Tree::parse(Language::Python, &[SourceFile::new("program.py", original)]);
        let inputs = two_lines();
        for (at, (kind, _)) in KINDS.into_iter().enumerate() {
            let mut oracle = open(&program, kind, &inputs);
            let table = oracle.deletions().clone();
            let all = candidates(&program, &table, &wanted(&program, &table, MOST));
            let judged = oracle.judge(&all, true).unwrap();
            let confirmed = oracle.confirm(&all).unwrap();
            let texts: Vec<String> = all.iter().map(|candidate| text(&program, &table, candidate)).collect();
            let defined = by_definition(original, &texts, &inputs);
            let mut n_slices = 0;
            for (idx, text) in texts.iter().enumerate() {
                // What does not end is none, whoever ends it.
                let verdict = judged[idx].verdict == Verdict::Same;
                let alone = confirmed[idx].verdict == Verdict::Same;
                assert_eq!(
                    (verdict, alone),
                    (defined[idx][at], defined[idx][at]),
                    "{} of {text}",
                    kind.name()
                );
                n_slices += usize::from(verdict);
            }
            assert!(n_slices > 1 && n_slices < all.len(), "{} of {original}: {n_slices}", kind.name());
        }
    }
}

/// Checks that a slicer's answer is a slice of its kind, and has every set of nodes that is minimal where there is only one.
fn check_slicer(program: &Tree, inputs: &[Input]) {
    let at = criterion(program);
    for (kind, variant) in KINDS {
        let graph = ProgramGraph::build(program, variant);
        let kept = graph.slice_all(&[at]);
        let answer = Tree::parse(program.language(), &graph.render(&kept));
        let mapping = map(program, &answer, &MapOptions::of_criterion(&[at]));
        let origins = mapping.origins();
        let place = answer.ids().find(|&node| origins[node as usize] == Some(at)).expect("the criterion");
        let mut oracle = open(program, kind, inputs);
        let shown = || answer.file(0).text.clone();
        let trial = oracle.try_placed(&answer, &[place], &origins).unwrap();
        assert_eq!(trial, Trial::Same, "{} slice:\n{}", kind.name(), shown());
        let table = oracle.deletions().clone();
        let wanted = wanted(program, &table, MOST);
        let all = candidates(program, &table, &wanted);
        let judged = oracle.judge(&all, false).unwrap();
        let slices: Vec<NodeSet> = all
            .iter()
            .zip(&judged)
            .filter(|(_, judgement)| judgement.is_same())
            .map(|(candidate, _)| {
                let gone: NodeSet = candidate.ids().iter().flat_map(|&id| table.gone(program, id)).collect();
                program.counted().difference(&gone)
            })
            .collect();
        let is_minimal = |slice: &&NodeSet| {
            !slices.iter().any(|other| other.len() < slice.len() && other.difference(slice).is_empty())
        };
        let minimal: Vec<&NodeSet> = slices.iter().filter(is_minimal).collect();
        assert!(!minimal.is_empty());
        let tried: NodeSet = wanted.iter().map(|&id| table.get(id).node).collect();
        let is_in = |slice: &&&NodeSet| slice.difference(&mapping.kept).intersection(&tried).is_empty();
        let n_in = minimal.iter().filter(is_in).count();
        assert!(n_in > 0, "no minimal {} slice is in\n{}", kind.name(), shown());
    }
}

#[apply(test)]
#[needs(Python)]
fn slicers_have_what_is_minimal_in_python() {
    for original in PYTHON {
        let program = Tree::parse(Language::Python, &[SourceFile::new("program.py", original)]);
        check_slicer(&program, &two_lines());
    }
}

#[apply(test)]
#[needs(Gcc)]
fn slicers_have_what_is_minimal_in_c() {
    for original in c_programs() {
        let program = Tree::parse(Language::C, &[SourceFile::new("program.c", original)]);
        let given = [["0", "0"], ["1", "3"], ["2", "1"], ["5", "2"], ["3", "9"], ["7", "-1"]];
        let inputs: Vec<Input> = given.iter().map(|words| args(words)).collect();
        check_slicer(&program, &inputs);
    }
}

/// A text as a program, with the deletions of the nodes that have these texts, the last of each.
fn verdict(original: &str, kind: SliceKind, inputs: &[Input], deleted: &[&str]) -> Verdict {
    let program = Tree::parse(Language::Python, &[SourceFile::new("program.py", original)]);
    let mut oracle = open(&program, kind, inputs);
    let all = oracle.deletions().all().to_vec();
    let id = |wanted: &&str| all.iter().rposition(|it| program.text(it.node) == *wanted).expect("a deletion");
    let candidate: Candidate = deleted.iter().map(|wanted| id(wanted) as DeletionId).collect();
    let judged = oracle.judge(std::slice::from_ref(&candidate), true).unwrap().swap_remove(0).verdict;
    let confirmed = oracle.confirm(&[candidate]).unwrap().swap_remove(0).verdict;
    assert_eq!(judged, confirmed, "{deleted:?}");
    judged
}

#[apply(test)]
#[needs(Python)]
fn what_never_reaches_the_criterion_is_no_data_slice() {
    let text =
        "n = int(input())\nx = n + 1\nwhile n > 0:\n    n -= 1\n    if n == 2:\n        break\nprint(x)\n";
    let inputs = [stdin("4"), stdin("1")];
    let verdict = |deleted: &[&str]| verdict(text, SliceKind::Data, &inputs, deleted);
    assert_eq!(verdict(&["n > 0", "n -= 1", "n == 2"]), Verdict::Same);
    assert_eq!(
        verdict(&[
            "if n == 2:\n        break",
            "n -= 1",
            "while n > 0:\n    n -= 1\n    if n == 2:\n        break"
        ]),
        Verdict::Same
    );
    // The loop has no more outcomes than it had, and does not end with them: the criterion is never reached.
    assert!(
        matches!(verdict(&["n > 0", "if n == 2:\n        break"]), Verdict::Different(witness) if witness.position == 0)
    );
    assert!(matches!(verdict(&["x = n + 1"]), Verdict::Different(_)));
}

#[apply(test)]
#[needs(Python)]
fn the_statement_of_a_control_slice_does_not_fail_for_its_values() {
    let text = "n = int(input())\nx = n * n\nname = \"a\"\nfor i in range(n):\n    if i % 2 == 0:\n        print(name + 1 // (x - 9), x)\n";
    let inputs = [stdin("0"), stdin("5"), stdin("4")];
    let of = |inputs: &[Input], deleted: &[&str]| verdict(text, SliceKind::Control, inputs, deleted);
    // In the program the statement fails, and ends the run, so it does in each slice.
    for deleted in [&["x = n * n"][..], &["name = \"a\"", "x = n * n"]] {
        assert_eq!(of(&inputs, deleted), Verdict::Same, "{deleted:?}");
    }
    let text = text.replace("name + 1 // (x - 9)", "len(name) + x");
    let of = |deleted: &[&str]| verdict(&text, SliceKind::Control, &inputs, deleted);
    assert_eq!(of(&["x = n * n", "name = \"a\""]), Verdict::Same);
    assert!(matches!(of(&["i % 2 == 0"]), Verdict::Different(_)));
    assert!(matches!(of(&["range(n)"]), Verdict::Different(_)));
}

#[apply(test)]
fn languages_without_such_an_oracle_say_so() {
    let text = "public class Main { public static void main(String[] args) { int x = 1; System.out.println(x); } }\n";
    for (kind, said) in
        [(SliceKind::Data, "data slices of java"), (SliceKind::Control, "control slices of java")]
    {
        let program = Tree::parse(Language::Java, &[SourceFile::new("Main.java", text)]);
        let question = Question::of_kind(vec![criterion(&program)], "main", kind);
        let error = languages::oracle(&program, &question).err().expect("an error");
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[apply(test)]
fn slicers_have_all_that_gold_slices_of_their_kind_have() {
    let suite = Suite::embedded().unwrap();
    let mut n_tasks = BTreeMap::new();
    for task in suite.tasks() {
        let Some((kind, variant)) = KINDS.into_iter().find(|(kind, _)| *kind == task.criterion.kind) else {
            continue;
        };
        let program = &*task.benchmark.tree;
        let options = MapOptions::of_criterion(&task.criterion.nodes);
        let graph = ProgramGraph::build(program, variant);
        let kept = graph.slice_all(&task.criterion.nodes);
        let kept = map(program, &Tree::parse(program.language(), &graph.render(&kept)), &options).kept;
        let gold = &task.criterion.golds[0];
        let wanted = map(program, &Tree::parse(program.language(), &gold.files), &options).kept;
        let optional: NodeSet = gold.optional.iter().flatten().map(|optional| optional.node).collect();
        let missing = wanted.difference(&kept).difference(&optional);
        let missing: Vec<&str> = missing.iter().map(|node| program.text(node)).collect();
        assert!(missing.is_empty(), "{} lacks {missing:?}", task.id());
        assert_eq!(task.criterion.evidence, Evidence::Certified, "{}", task.id());
        *n_tasks.entry((program.language().name(), kind.name())).or_insert(0) += 1;
    }
    let least = [("c", "control", 8), ("c", "data", 9), ("python", "control", 8), ("python", "data", 8)];
    for (language, kind, least) in least {
        let n = n_tasks.get(&(language, kind)).copied().unwrap_or(0);
        assert!(n >= least, "{n} tasks with {kind} slices in {language}");
    }
}
