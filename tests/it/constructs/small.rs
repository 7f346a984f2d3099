//! Small programs, one for each way in which a language does what nobody wrote down: a value at the last variable in the program and
//! in its slice, both run by the real runtime.
//!
//! They are in `tests/fixtures/constructs/small.*`, each behind a line `### name`; the argument of its one call of `see`, or in Java
//! of its last `println`, is the criterion. Quick runs take every tenth, `CONSTRUCTS_STRIDE=1` takes all.

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::ProgramGraph;
use bench_slicers::deletions::Mark;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::suite::Input;

use super::{ALL, stride};
use crate::mutants::runtimes::{Kind, Place, Text, run, with_calls};
use crate::support::root;

struct SmallProgram {
    name: String,
    tree: Tree,
    criterion: NodeId,
}

impl SmallProgram {
    fn new(language: Language, name: &str, text: &str) -> SmallProgram {
        let call = if language == Language::Java { "println(" } else { "see(" };
        let (before, after) = text.rsplit_once(call).unwrap_or_else(|| panic!("{name}: no criterion"));
        let (variable, rest) = after.split_once(')').unwrap_or_else(|| panic!("{name}: no criterion"));
        // Without the call, which is nobody's.
        let (text, at) = match language {
            Language::Java => (text.to_owned(), before.len() + call.len()),
            _ => (format!("{before}{variable}{rest}"), before.len()),
        };
        let file = if language == Language::Java { "Main.java" } else { "program" };
        let tree = Tree::parse(language, &[SourceFile::new(file, text)]);
        assert!(tree.problems().is_empty(), "{name}: {:?}", tree.problems());
        let is_it = |node: &NodeId| {
            tree.flags(*node).has(Flags::VARIABLE) && tree.span(*node) == (at..at + variable.len())
        };
        let criterion = tree.ids().find(is_it).unwrap_or_else(|| panic!("{name}: no variable"));
        SmallProgram { name: name.to_owned(), tree, criterion }
    }

    /// The program, and its slices by each variant.
    fn texts(&self, language: Language) -> Vec<Text> {
        let tree = &self.tree;
        let place = Place { file_idx: 0, span: tree.span(self.criterion) };
        let files: Vec<SourceFile> = tree.files().cloned().collect();
        let inputs = vec![Input { args: Vec::new(), stdin: String::new() }];
        let files = with_calls(language, &files, &[(0, place)]);
        let mut texts = vec![Text { files, kind: Kind::Program { inputs } }];
        let name = match language {
            Language::Java => "seen__.Seen.see__",
            Language::Python => "__see__",
            _ => "see__",
        };
        let before = format!("{name}(0, ");
        let deletions = languages::deletions(tree).unwrap();
        for variant in ALL {
            let kept = ProgramGraph::build(tree, variant).slice_all(&[self.criterion]);
            let candidate = deletions.keeping(tree, &kept);
            let mark = Mark { node: self.criterion, before: &before, after: ")" };
            let files = deletions.marked_text(tree, &candidate, &[mark]);
            texts.push(Text { files, kind: Kind::Slice { only: None } });
        }
        texts
    }
}

/// The programs of a fixture that are taken, each with its name before it.
fn blocks(all: &str) -> impl Iterator<Item = &str> {
    all.split("### ").filter(|block| !block.trim().is_empty()).step_by(stride())
}

/// Every program of a fixture is sliced and run.
fn check(language: Language, fixture: &str) {
    let all = std::fs::read_to_string(root("tests/fixtures/constructs").join(fixture)).unwrap();
    let programs: Vec<SmallProgram> = blocks(&all)
        .map(|block| {
            let (name, text) = block.split_once('\n').expect("a program");
            SmallProgram::new(language, name.trim(), text)
        })
        .collect();
    let texts: Vec<Text> = programs.iter().flat_map(|program| program.texts(language)).collect();
    let shown: Vec<String> = texts.iter().map(|text| text.files[0].text.clone()).collect();
    let runs = run(language, &texts);
    let mut found = Vec::new();
    for (idx, program) in programs.iter().enumerate() {
        let first = idx * (1 + ALL.len());
        let expected = runs[first].get(&0).map(|run| run.of(0)).unwrap_or_default();
        assert!(!expected.is_empty(), "{}: {:?}\n{}", program.name, runs[first], shown[first]);
        for (variant, slice) in ALL.iter().zip(first + 1..) {
            let run = runs[slice].get(&0);
            if !run.is_some_and(|run| run.of(0).starts_with(&expected)) {
                let kept: Vec<&str> = shown[slice].lines().filter(|line| !line.trim().is_empty()).collect();
                found.push(format!("{} by {variant:?}: {run:?}\n{}", program.name, kept.join("\n")));
            }
        }
    }
    assert!(found.is_empty(), "{} are wrong:\n{}", found.len(), found.join("\n=====\n"));
}

#[apply(test)]
#[needs(Python)]
fn slices_of_small_programs_behave_in_python() {
    check(Language::Python, "small.py.txt");
}

#[apply(test)]
#[needs(Node)]
fn slices_of_small_programs_behave_in_javascript() {
    check(Language::JavaScript, "small.js.txt");
}

#[apply(test)]
#[needs(R)]
fn slices_of_small_programs_behave_in_r() {
    check(Language::R, "small.R.txt");
}

#[apply(test)]
#[needs(Gcc)]
fn slices_of_small_programs_behave_in_c() {
    check(Language::C, "small.c.txt");
}

#[apply(test)]
#[needs(Java)]
fn slices_of_small_programs_behave_in_java() {
    check(Language::Java, "small.java.txt");
}

/// The call of `see` stays in the program: it is another module's.
#[apply(test)]
#[needs(Erlang)]
fn slices_of_small_programs_behave_in_erlang() {
    let all = std::fs::read_to_string(root("tests/fixtures/constructs/small.erl.txt")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut texts: Vec<(String, String)> = Vec::new();
    for block in blocks(&all) {
        let (name, text) = block.split_once('\n').expect("a program");
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("small.erl", text)]);
        assert!(tree.problems().is_empty(), "{name}: {:?}", tree.problems());
        let at = text.rfind("see(").expect("a criterion") + "see(".len();
        let is_it = |node: &NodeId| tree.flags(*node).has(Flags::VARIABLE) && tree.span(*node).start == at;
        let criterion = tree.ids().find(is_it).unwrap_or_else(|| panic!("{name}: no variable"));
        texts.push((name.to_owned(), text.to_owned()));
        for variant in ALL {
            let graph = ProgramGraph::build(&tree, variant);
            let slice = graph.render(&graph.slice_all(&[criterion])).swap_remove(0).text;
            texts.push((format!("{name} by {variant:?}"), slice));
        }
    }
    let mut command = std::process::Command::new("escript");
    command.arg(root("tests/it/constructs/run.escript"));
    for (idx, (_, text)) in texts.iter().enumerate() {
        let file = folder.path().join(idx.to_string()).join("small.erl");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        command.arg(&file);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let of = |idx: usize| {
        let mark = format!("{idx} ");
        printed.lines().filter_map(|line| line.strip_prefix(&mark)).collect::<Vec<&str>>()
    };
    let mut found = Vec::new();
    for first in (0..texts.len()).step_by(1 + ALL.len()) {
        let expected = of(first);
        assert!(!expected.is_empty(), "{}\n{printed}", texts[first].0);
        for (idx, (name, slice)) in texts.iter().enumerate().skip(first + 1).take(ALL.len()) {
            if !of(idx).starts_with(&expected) {
                found.push(format!("{name}: {:?}\n{slice}", of(idx)));
            }
        }
    }
    assert!(found.is_empty(), "{} are wrong:\n{}", found.len(), found.join("\n=====\n"));
}
