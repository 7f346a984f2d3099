//! What is only around the criterion is neither missing nor surplus, and verdicts agree with what running shows.
//!
//! `FRAME_SEED` draws other sub-slices of gold.

use std::path::Path;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::behave;
use bench_slicers::deletions::Candidate;
use bench_slicers::grade::{AnswerVerdict, Examined, examine};
use bench_slicers::inputs::InputOptions;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::Fate;
use bench_slicers::minimize::certificate::{Certificate, MakeOptions, Subject, make};
use bench_slicers::oracle::{Question, Trial};
use bench_slicers::random::Random;
use bench_slicers::results::{Answer, Normalised, Reading, Record, Status};
use bench_slicers::suite::{SliceKind, Suite, Task};

use crate::harness::amount;
use crate::support::{Folder, SUITE, setting};

fn examined(task: Task<'_>, files: Vec<SourceFile>) -> Examined {
    let hash = task.hash();
    let record = Record {
        answer: Some(Answer::Source { files }),
        ..Record::without_answer(task.id(), hash.clone(), Status::Answered, None)
    };
    examine(task, &hash, &record, &Reading::default())
}

fn one_file(task: Task<'_>, text: &str) -> Vec<SourceFile> {
    vec![SourceFile::new(&task.benchmark.tree.file(0).path, text)]
}

/// A suite with one Erlang task whose gold slice has a certificate of its own.
struct Certified {
    folder: Folder,
    certificate: Certificate,
}

/// `criterion` is the line and the variable.
fn certified(program: &str, gold: &str, criterion: (usize, &str)) -> Certified {
    let (line, variable) = criterion;
    let folder = Folder::with_manifest(&format!(
        "format = 1\ntitle = \"t\"\nlabels = []\nsource = \"s\"\nrevision = 1\nprogram = \"program.erl\"\nentry = \"main/1\"\n\n\
         [[input]]\nargs = [\"3\"]\n\n[[criterion]]\nid = \"c\"\nline = {line}\nvariable = \"{variable}\"\ngold = \"gold/c.erl\"\n"
    ));
    folder.write("erlang/sum/program.erl", program);
    folder.write("erlang/sum/gold/c.erl", gold);
    let suite = folder.load();
    let task = suite.tasks().next().unwrap();
    let question = Question::new(task.criterion.nodes.clone(), "main/1");
    let open = || languages::oracle(&task.benchmark.tree, &question);
    let options = MakeOptions {
        inputs: InputOptions { n_max: 200, ..InputOptions::default() },
        n_random: 200,
        ..MakeOptions::default()
    };
    let subject = Subject { task, path: Path::new("c.cert.json") };
    let made = make(&open, &subject, &options).unwrap();
    assert_eq!(made.problems, []);
    folder.write("erlang/sum/gold/c.cert.json", made.certificate.text());
    Certified { certificate: made.certificate, folder }
}

impl Certified {
    /// Words of the optional nodes, each with how many must be gone with it.
    fn optional(&self, suite: &Suite) -> Vec<String> {
        let tree = &suite.benchmarks[0].tree;
        let word = |node| if tree.label(node).is_empty() { tree.kind(node) } else { tree.label(node) };
        let optional = self.certificate.slices[0].optional.iter();
        optional.map(|entry| format!("{} {}", word(entry.node), entry.needs.len())).collect()
    }
}

#[apply(test)]
#[needs(Erlang)]
fn the_oracle_finds_what_is_only_around_the_criterion() {
    let check = |program: &str,
                 gold: &str,
                 criterion: (usize, &str),
                 optional: &[&str],
                 answers: &[(&str, AnswerVerdict)]| {
        let head = "-module(program).\n-export([main/1]).\n";
        let made = certified(&format!("{head}{program}"), &format!("{head}{gold}"), criterion);
        let suite = made.folder.load();
        assert_eq!(made.optional(&suite), optional, "{gold}");
        let task = suite.tasks().next().unwrap();
        for (answer, expected) in answers {
            let graded = examined(task, one_file(task, &format!("{head}{answer}")));
            let counts = &graded.grade.counts;
            assert_eq!(graded.grade.verdict, *expected, "{answer}\n{counts:?}");
            assert_eq!(counts.gold_nodes, counts.kept + counts.missing + counts.optional, "{counts:?}");
        }
    };
    use AnswerVerdict::{Complete, Exact, Incomplete};
    // The call, its name, the cell: with the helper that a slicer writes, without any of it, with other arguments.
    check(
        "main(X) ->\n    Y = X + 1,\n    io:format(\"~p~n\", [Y]).\n",
        "main(X) ->\n    Y = X + 1,\n    io:format(undef, [Y | undef]).\n",
        (5, "Y"),
        &["call 1", "io:format 0", "cons 0"],
        &[
            (
                "main(X) ->\n    Y = X + 1,\n    funundef(undef, [Y | undef]).\n\nfunundef(_, _) -> undef.\n",
                Exact,
            ),
            ("main(X) ->\n    Y = X + 1,\n    Y.\n", Exact),
            ("main(X) ->\n    Y = X + 1,\n    io:format(\"~p~n\", [Y]).\n", Complete),
            ("main(X) ->\n    Y = X,\n    Y.\n", Incomplete),
        ],
    );
    // The stub of a function of the program, and the tuple that is returned.
    check(
        "main(X) ->\n    Y = X + 1,\n    {show(Y), X}.\n\nshow(Z) -> Z * 2.\n",
        "main(X) ->\n    Y = X + 1,\n    {show(Y), undef}.\n\nshow(_) -> undef.\n",
        (5, "Y"),
        &["tuple 0", "call 1", "show 0", "show/1 3", "function_clause 3", "function 3"],
        &[
            ("main(X) ->\n    Y = X + 1,\n    {show(Y), undef}.\n\nshow(_) -> undef.\n", Exact),
            ("main(X) ->\n    Y = X + 1,\n    Y.\n", Exact),
            // Whoever keeps the call needs the function.
            ("main(X) ->\n    Y = X + 1,\n    {show(Y), undef}.\n", Incomplete),
        ],
    );
}

/// A sub-slice of a gold slice: perhaps without something around the criterion, then without some parts.
fn sub_slice(task: Task<'_>, gold: &[SourceFile], random: &mut Random) -> Option<Vec<SourceFile>> {
    let language = task.benchmark.language;
    let gold = Tree::parse(language, gold);
    let mut files: Vec<SourceFile> = gold.files().cloned().collect();
    let place = |tree: &Tree| {
        let options = bench_slicers::map::MapOptions::of_criterion(&task.criterion.nodes);
        let mapping = bench_slicers::map::map(&task.benchmark.tree, tree, &options);
        tree.ids().find(|&node| mapping.fates[node as usize] == Fate::Mapped(task.criterion.node))
    };
    let at = place(&gold)?;
    let around = gold.around(at);
    let n_lifted = random.below(around.len() + 1);
    if n_lifted > 0 {
        let span = gold.span(around[n_lifted - 1]);
        files[gold.file_of(at)].text.replace_range(span, gold.text(at));
    }
    let lifted = Tree::parse(language, &files);
    let at = place(&lifted).filter(|_| lifted.problems().is_empty())?;
    let table = languages::deletions(&lifted).unwrap();
    let n_deleted = random.below(4);
    let chosen = (0..n_deleted).map(|_| random.below(table.all().len()) as u32);
    let spares = |id: &u32| table.gone(&lifted, *id).all(|node| node != at);
    let chosen: Candidate = chosen.filter(spares).collect();
    Some(table.text(&lifted, &chosen))
}

/// Sub-slices of gold in a language of which a verdict and the oracle say different things.
fn disagreements(language: Language, n: usize) -> Vec<String> {
    // Gold of a data slice has no optional nodes: what is around the criterion is in it or not.
    let is_judged = |task: &Task<'_>| {
        let is_data = task.criterion.kind == SliceKind::Data;
        task.benchmark.language == language && task.criterion.nodes.len() == 1 && !is_data
    };
    let tasks: Vec<Task<'_>> = SUITE.tasks().filter(is_judged).collect();
    let seed = setting("FRAME_SEED").unwrap_or(15);
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    let mut n_judged = 0;
    for &task in &tasks {
        let entry = task.benchmark.entry_point().unwrap().to_owned();
        let question = Question::of_kind(task.criterion.nodes.clone(), entry, task.criterion.kind);
        let mut oracle = languages::oracle(&task.benchmark.tree, &question).unwrap();
        oracle.add_inputs(&behave::task_inputs(task)).unwrap();
        for _ in 0..n.div_ceil(tasks.len()) {
            let gold = &task.criterion.golds[random.below(task.criterion.golds.len())];
            let Some(files) = sub_slice(task, &gold.files, &mut random) else { continue };
            let graded = examined(task, files.clone());
            let Some((tree, mapping)) = &graded.source else { continue };
            let is_it = |node: &u32| mapping.fates[*node as usize] == Fate::Mapped(task.criterion.node);
            let Some(at) = tree.ids().find(is_it) else { continue };
            let trial = oracle.try_other(tree, &[at]).unwrap();
            let behaves = trial == Trial::Same;
            let verdict = graded.grade.verdict;
            let is_whole = matches!(verdict, AnswerVerdict::Exact | AnswerVerdict::Complete);
            n_judged += 1;
            if is_whole != behaves {
                let text: String = files.iter().map(|file| file.text.as_str()).collect();
                found.push(format!("{}: {}, {trial:?}\n{text}", task.id(), verdict.name()));
            }
        }
    }
    println!(
        "{language}: {} of {n_judged} sub-slices of gold are judged otherwise than they behave, FRAME_SEED={seed}",
        found.len()
    );
    assert!(n_judged * 10 >= n * 9, "{n_judged}");
    found
}

#[apply(test)]
#[needs(Erlang)]
fn verdicts_agree_with_behaviour_in_erlang() {
    let found = disagreements(Language::Erlang, amount(160, 400, 1000));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[apply(test)]
#[needs(Gcc)]
fn verdicts_agree_with_behaviour_in_c() {
    let found = disagreements(Language::C, amount(30, 40, 1000));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[apply(test)]
#[needs(Python)]
fn verdicts_agree_with_behaviour_in_python() {
    let found = disagreements(Language::Python, amount(100, 1000, 1000));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[apply(test)]
#[needs(Node)]
fn verdicts_agree_with_behaviour_in_javascript() {
    let found = disagreements(Language::JavaScript, amount(100, 1000, 1000));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[apply(test)]
#[needs(Java)]
fn verdicts_agree_with_behaviour_in_java() {
    let found = disagreements(Language::Java, amount(60, 100, 1000));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[apply(test)]
#[needs(R)]
fn verdicts_agree_with_behaviour_in_r() {
    let found = disagreements(Language::R, amount(60, 100, 1000));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[apply(test)]
fn the_frame_is_found_in_a_normal_form_of_the_program() {
    let task = SUITE.tasks().find(|task| task.id() == "c/word-count/s35Line_count").unwrap();
    // As slicers print it that know no `++`.
    let normal = |text: &str| {
        let normal = text
            .replace("line_count++", "line_count = line_count + 1")
            .replace("length++", "length = length + 1");
        one_file(task, &normal)
    };
    let gold = &task.criterion.golds[0].files[0].text;
    let graded = |answer: &str| {
        let hash = task.hash();
        let record = Record {
            answer: Some(Answer::Source { files: normal(answer) }),
            normalised: Some(Normalised {
                program: normal(&task.benchmark.tree.file(0).text),
                golds: vec![normal(gold)],
            }),
            ..Record::without_answer(task.id(), hash.clone(), Status::Answered, None)
        };
        examine(task, &hash, &record, &Reading::default()).grade
    };
    let grade = graded(&gold.replace("printf(sliced, line_count);", "line_count;"));
    assert_eq!((grade.verdict, grade.counts.optional), (AnswerVerdict::Exact, 2), "{:?}", grade.counts);
    assert_eq!(graded(gold).verdict, AnswerVerdict::Exact);
    let grade = graded(&gold.replace("line_count++", ";"));
    assert_eq!(grade.verdict, AnswerVerdict::Incomplete, "{:?}", grade.counts);
}
