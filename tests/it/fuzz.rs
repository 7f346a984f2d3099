//! What comes from outside, changed at random: adapters, benchmarks, stored runs, certificates, answers, collections, criteria and
//! programs to slice. Each is read or refused; nothing panics.
//!
//! The cases are those of a seed. `FUZZ_SEED` and `FUZZ_CASES` give others and more of them: an hour is about `FUZZ_CASES=200000`.
//! A file that failed once belongs into a test of its own.

use std::cell::Cell;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use bench_slicers::adapter::Adapter;
use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::builtin::Builtin;
use bench_slicers::grade::grade;
use bench_slicers::import::{CollectionLayout, import};
use bench_slicers::minimize::certificate::Certificate;
use bench_slicers::random::Random;
use bench_slicers::results::{Answer, Reading, Record, Results, Span, Status};
use bench_slicers::suite::{Suite, Task, Wanted, resolve};
use strum::VariantNames;

use crate::support::{root, setting};

/// Changed files of each kind.
const N_CASES: u64 = 150;

/// What numbers, names and texts turn into.
const ODD: [&str; 36] = [
    "0",
    "-1",
    "18446744073709551616",
    "1e999",
    "-0.0",
    "nan",
    "0x",
    "true",
    "null",
    "\"\"",
    "[]",
    "{}",
    "[[[[[[[[[[",
    "\"",
    "'",
    "\"\"\"",
    "\\",
    "\\u0000",
    "\0",
    "\r\n",
    "\u{feff}",
    "\u{202e}",
    "\u{e0041}",
    "é",
    "\u{1f600}",
    "../..",
    "/dev/zero",
    "{line}",
    "{nothing}",
    "{",
    "}",
    "(?:a{1000}){1000}",
    "# ",
    "%",
    "/*",
    "=",
];

/// A text with one to four changes that know nothing of its language.
fn changed(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(4) {
        let start = random.below(bytes.len() + 1);
        let longest = 1 << random.below(10);
        let end = start + random.below((bytes.len() - start).min(longest) + 1);
        match random.below(8) {
            0 => drop(bytes.splice(start..end, [])),
            1 => drop(bytes.splice(start..start, bytes[start..end].repeat(1 + random.below(3)))),
            2 => bytes.get_mut(start).into_iter().for_each(|byte| *byte ^= 1 << random.below(8)),
            3 => {
                let first = random.below(other.len() + 1);
                let part = &other[first..other.len().min(first + 200)];
                drop(bytes.splice(start..end, part.iter().copied()));
            }
            4 => bytes.truncate(start),
            // Words and numbers as wholes: most other changes only break the syntax.
            _ => {
                let (start, end) = word_at(&bytes, start);
                let odd = ODD[random.below(ODD.len())].bytes();
                drop(bytes.splice(start..end, odd));
            }
        }
    }
    bytes
}

fn word_at(bytes: &[u8], place: usize) -> (usize, usize) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = place + bytes[place..].iter().take_while(|byte| !is_word(byte)).count();
    (start, start + bytes[start..].iter().take_while(|byte| is_word(byte)).count())
}

/// Changes each of the texts in turn, and reads it as the one with this number; what makes the reader panic is named and shown.
fn check(kind: &str, texts: &[Vec<u8>], read: impl Fn(&[u8], usize, &mut Random)) {
    let make = |idx: usize, random: &mut Random| {
        let other = random.below(texts.len());
        changed(&texts[idx], &texts[other], random)
    };
    check_made(kind, texts.len(), make, read);
}

/// As [`check`], of so many subjects in turn what is made of each.
fn check_made(
    kind: &str,
    n_subjects: usize,
    make: impl Fn(usize, &mut Random) -> Vec<u8>,
    read: impl Fn(&[u8], usize, &mut Random),
) {
    let (seed, n_cases) = (setting("FUZZ_SEED").unwrap_or(1), setting("FUZZ_CASES").unwrap_or(N_CASES));
    assert!(n_subjects > 0, "{kind}: nothing to change");
    for case in 0..n_cases {
        let mut random = Random::new(seed << 32 | case);
        let idx = case as usize % n_subjects;
        let text = make(idx, &mut random);
        let done = catch_unwind(AssertUnwindSafe(|| read(&text, idx, &mut random)));
        assert!(
            done.is_ok(),
            "{kind}: FUZZ_SEED={seed}, case {case} panics:\n{}",
            String::from_utf8_lossy(&text)
        );
    }
}

/// Files below a folder whose names end so, in a fixed order.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(root(folder)).sort_by_file_name().into_iter().flatten();
    let paths = entries.map(|entry| entry.into_path());
    paths.filter(|path| path.is_file() && path.to_string_lossy().ends_with(end)).collect()
}

fn texts(paths: &[PathBuf]) -> Vec<Vec<u8>> {
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[apply(test)]
fn changed_adapters_are_read_or_refused() {
    let suite = Suite::load(&[root("tests/fixtures/suite")]).unwrap();
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let all = [files("slicers", ".toml"), files("tests/fixtures/slicers", ".toml")].concat();
    check("adapters", &texts(&all), |text, _, _| {
        let text = String::from_utf8_lossy(text);
        match Adapter::from_text(Path::new("changed.toml"), &text) {
            Ok(adapter) => drop((adapter.refuses(&tasks[0]), adapter.reading(), adapter.hash().len())),
            Err(error) => assert!(error.to_string().contains("changed.toml"), "{error}"),
        }
    });
}

/// Folder of a benchmark with one of its files changed.
fn check_benchmarks(kind: &str, end: &str) {
    let manifests = files("suite", "benchmark.toml");
    // Every tenth, in all languages; the largest programs take long to read.
    let folders: Vec<PathBuf> =
        manifests.iter().step_by(10).map(|path| path.parent().unwrap().to_owned()).collect();
    let mut chosen = Vec::new();
    for folder in &folders {
        let inside = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
        let small =
            inside.filter(|entry| entry.metadata().is_ok_and(|found| found.is_file() && found.len() < 6000));
        let paths = small.map(|entry| entry.into_path()).filter(|path| path.to_string_lossy().contains(end));
        chosen.extend(paths.map(|path| (folder.clone(), path)));
    }
    let paths: Vec<PathBuf> = chosen.iter().map(|(_, path)| path.clone()).collect();
    check(kind, &texts(&paths), |text, idx, _| {
        let (folder, path) = &chosen[idx];
        let place = tempfile::tempdir().unwrap();
        let language = folder.parent().unwrap().file_name().unwrap();
        let copy = place.path().join(language).join("changed");
        for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
            let to = copy.join(entry.path().strip_prefix(folder).unwrap());
            match entry.file_type().is_dir() {
                true => fs::create_dir_all(to).unwrap(),
                false if entry.path() == path => fs::write(to, text).unwrap(),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
        if let Ok(suite) = Suite::load(&[place.path().to_owned()]) {
            for task in suite.tasks() {
                let record = Record::without_answer(task.id(), task.hash(), Status::NoOutput, None);
                grade(task, &task.hash(), &record, &Reading::default());
            }
        }
    });
}

#[apply(test)]
fn changed_manifests_are_read_or_refused() {
    check_benchmarks("benchmark.toml", "benchmark.toml");
}

#[apply(test)]
fn changed_programs_and_gold_slices_are_read_or_refused() {
    check_benchmarks("programs", "program.");
    check_benchmarks("gold slices", "gold/");
}

#[apply(test)]
fn changed_runs_are_read_or_refused() {
    let folder = root("tests/fixtures/results-v1");
    for name in ["run.json", "tasks.jsonl"] {
        check(name, &[fs::read(folder.join(name)).unwrap()], |text, _, _| {
            let place = tempfile::tempdir().unwrap();
            for name in ["run.json", "tasks.jsonl"] {
                fs::copy(folder.join(name), place.path().join(name)).unwrap();
            }
            fs::write(place.path().join(name), text).unwrap();
            drop(Results::read(place.path()));
        });
    }
}

#[apply(test)]
fn changed_certificates_are_read_or_refused() {
    let all: Vec<PathBuf> = files("suite", ".cert.json").into_iter().step_by(40).collect();
    check("certificates", &texts(&all), |text, _, _| {
        let text = String::from_utf8_lossy(text);
        if let Ok(certificate) = Certificate::parse(&text, Path::new("changed.cert.json")) {
            assert!(Certificate::parse(&certificate.text(), Path::new("again.cert.json")).is_ok());
        }
    });
}

/// Ratios are ratios, and nothing is counted that is not there, whatever was answered.
fn check_grade(task: Task<'_>, answer: Answer) {
    let record = Record::without_answer(task.id(), task.hash(), Status::Answered, None);
    let grade = grade(task, &task.hash(), &Record { answer: Some(answer), ..record }, &Reading::default());
    let counts = &grade.counts;
    let in_gold = counts.kept + counts.missing <= counts.gold_nodes;
    assert!(in_gold && counts.kept + counts.surplus <= counts.nodes, "{counts:?}");
    for ratio in [grade.recall, grade.precision, grade.f1].into_iter().flatten() {
        assert!((0.0..=1.0).contains(&ratio), "{ratio}");
    }
}

#[apply(test)]
fn changed_answers_are_graded_in_every_language() {
    let suite = Suite::embedded().unwrap();
    let small = suite.tasks().filter(|task| task.benchmark.tree.n_counted() < 300);
    let tasks: Vec<Task<'_>> = small.step_by(7).collect();
    let programs: Vec<Vec<u8>> =
        tasks.iter().map(|task| task.criterion.golds[0].files[0].text.clone().into_bytes()).collect();
    check("answers", &programs, |text, idx, random| {
        // Of its own program mostly, else of one in any language.
        let task = tasks[if random.one_in(5) { random.below(tasks.len()) } else { idx }];
        let path = task.benchmark.tree.file(0).path.clone();
        let text = String::from_utf8_lossy(text).into_owned();
        check_grade(task, Answer::Source { files: vec![SourceFile::new(path.clone(), &text)] });
        let mut number =
            |n: usize| if random.one_in(5) { usize::MAX - random.below(3) } else { random.below(n) };
        let lines = (0..number(6).min(6)).map(|_| number(60)).collect();
        check_grade(task, Answer::Lines { files: [(path.clone(), lines)].into() });
        let span = Span {
            file: path,
            start_line: number(60),
            start_column: number(20),
            end_line: number(60),
            end_column: number(20),
        };
        check_grade(task, Answer::Spans { spans: vec![span] });
    });
}

/// A program in which nodes are taken out, exchanged or put in the place of others: mostly one that parses, and that nobody would write.
fn rearranged(tree: &Tree, random: &mut Random) -> String {
    let mut text = tree.file(0).text.to_string();
    let nodes: Vec<NodeId> = tree.ids().filter(|&node| !tree.span(node).is_empty()).collect();
    let mut changed: Vec<(Range<usize>, &str)> = Vec::new();
    for _ in 0..1 + random.below(4) {
        let node = nodes[random.below(nodes.len())];
        let alike: Vec<NodeId> =
            nodes.iter().copied().filter(|&other| tree.kind(other) == tree.kind(node)).collect();
        // What stands in the place of an expression is mostly one, too.
        let source = if random.one_in(4) { &nodes } else { &alike };
        let other = if random.one_in(6) { "" } else { tree.text(source[random.below(source.len())]) };
        let span = tree.span(node);
        if changed.iter().all(|(taken, _)| taken.end <= span.start || span.end <= taken.start) {
            changed.push((span, other));
        }
    }
    changed.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, other) in changed {
        text.replace_range(span, other);
    }
    text
}

/// Programs of one file with fewer than 300 nodes, in all languages with a grammar.
fn small_programs() -> Vec<Tree> {
    let suite = Suite::embedded().unwrap();
    let small =
        suite.benchmarks.iter().map(|benchmark| &benchmark.tree).filter(|tree| {
            tree.files().count() == 1 && tree.n_counted() < 300 && !tree.language().is_lines()
        });
    small.map(|tree| Tree::parse(tree.language(), &[tree.file(0).clone()])).collect()
}

#[apply(test)]
fn criteria_in_changed_programs_are_found_or_refused() {
    let programs = small_programs();
    let texts: Vec<Vec<u8>> = programs.iter().map(|tree| tree.file(0).text.as_bytes().to_vec()).collect();
    let n_found = Cell::new(0);
    check("criteria", &texts, |text, idx, random| {
        let program = &programs[idx];
        let text = String::from_utf8_lossy(text);
        let tree = Tree::parse(program.language(), &[SourceFile::new("program", &*text)]);
        let nodes: Vec<NodeId> = program.ids().collect();
        for _ in 0..10 {
            // Where it was before the change, else anywhere.
            let node = nodes[random.below(nodes.len())];
            let variable = if random.one_in(8) { ODD[random.below(ODD.len())] } else { program.label(node) };
            let column = random.one_in(5).then(|| random.below(50));
            let line = match random.below(20) {
                0 => usize::MAX,
                1..5 => random.below(80),
                _ => program.line(node),
            };
            let wanted = Wanted { file_idx: 0, line, variable, occurrence: random.below(4), column };
            if let Ok(node) = resolve(&tree, &wanted) {
                assert!(tree.label(node) == variable && tree.is_counted(node), "{wanted:?}");
                assert_eq!(tree.line(node), line, "{wanted:?}");
                n_found.set(n_found.get() + 1);
            }
        }
    });
    assert!(n_found.get() > 20, "only {} criteria were found", n_found.get());
}

/// Every slicer that ships inside answers for any node with a program that holds this node; what is not modelled is kept.
#[apply(test)]
fn rearranged_programs_are_sliced_in_every_language() {
    let programs = small_programs();
    let slicers: Vec<Builtin> = Builtin::VARIANTS.iter().map(|name| name.parse().unwrap()).collect();
    let make = |idx: usize, random: &mut Random| rearranged(&programs[idx], random).into_bytes();
    check_made("slices", programs.len(), make, |text, idx, random| {
        let text = String::from_utf8_lossy(text);
        let tree = Tree::parse(programs[idx].language(), &[SourceFile::new("program", &*text)]);
        let counted: Vec<NodeId> = tree.counted().iter().collect();
        if counted.is_empty() {
            return;
        }
        let criterion = counted[random.below(counted.len())];
        for &slicer in &slicers {
            if slicer.needs_gold() || slicer.of_run().is_some() || !slicer.can_slice(tree.language()) {
                continue;
            }
            let prepared = slicer.prepare(&tree, 1);
            let kept = prepared.keep(criterion);
            assert!(kept.contains(criterion), "{} lost the criterion of\n{text}", slicer.name());
            let files = prepared.slice(criterion);
            assert!(files.len() == 1 && files[0].text.lines().count() <= text.lines().count() + 1);
        }
    });
}

/// Moved definitions are paired by name with those of the program, whose order is another; a parse error has some of them opened.
#[apply(test)]
fn definitions_in_any_order_of_which_one_is_broken_are_graded() {
    let suite = Suite::embedded().unwrap();
    let mut n_graded = 0;
    for task in suite.tasks().step_by(10) {
        let tree = &task.benchmark.tree;
        let roots: Vec<&str> =
            tree.ids().filter(|&node| tree.parent(node).is_none()).map(|root| tree.text(root)).collect();
        if tree.files().count() > 1 || roots.len() < 3 {
            continue;
        }
        for seed in 0..8 {
            let mut random = Random::new(seed);
            let mut texts: Vec<String> = roots.iter().map(|&text| text.to_owned()).collect();
            for idx in (1..texts.len()).rev() {
                texts.swap(idx, random.below(idx + 1));
            }
            let broken = random.below(texts.len());
            let tokens: Vec<usize> =
                texts[broken].match_indices(['(', ')', '{', '}', '[', ']', ':']).map(|(at, _)| at).collect();
            if let Some(&at) = tokens.get(random.below(tokens.len().max(1))) {
                texts[broken].remove(at);
            }
            let file = SourceFile::new(tree.file(0).path.clone(), texts.join("\n\n"));
            check_grade(task, Answer::Source { files: vec![file] });
            n_graded += 1;
        }
    }
    assert!(n_graded > 200, "{n_graded}");
}

#[apply(test)]
fn changed_collections_are_imported_or_refused() {
    for (layout, name) in
        [(CollectionLayout::Bencher, "bencher"), (CollectionLayout::JavaSlicer, "javaslicer")]
    {
        let folder = root("tests/fixtures/import").join(name);
        let all = files(&format!("tests/fixtures/import/{name}"), "");
        check(name, &texts(&all), |text, idx, _| {
            let place = tempfile::tempdir().unwrap();
            for path in &all {
                let to = place.path().join("from").join(path.strip_prefix(&folder).unwrap());
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::write(to, if *path == all[idx] { text.to_vec() } else { fs::read(path).unwrap() })
                    .unwrap();
            }
            let out = place.path().join("out");
            if import(layout, &place.path().join("from"), &out).is_ok() {
                drop(Suite::load(&[out]));
            }
        });
    }
}
