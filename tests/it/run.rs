//! Runs of whole suites with slicers that fail in every way.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use bench_slicers::adapter::Adapter;
use bench_slicers::ast::SourceFile;
use bench_slicers::grade::{AnswerVerdict, grade};
use bench_slicers::results::{Answer, Record, Results, Status, latest, runs};
use bench_slicers::run::{RunEvent, RunOptions, plan, run_all};
use bench_slicers::suite::{Suite, Task};

use crate::support::done_in;

/// A suite of one program with a criterion on every line, `a = 1`, `b = 2` …
pub(crate) fn suite(folder: &Path, language: &str, extension: &str, n_criteria: usize) -> Suite {
    let benchmark = folder.join(language).join("letters");
    std::fs::create_dir_all(benchmark.join("gold")).unwrap();
    let letters: Vec<char> = ('a'..='z').take(n_criteria).collect();
    let program: String = letters.iter().map(|letter| format!("{letter} = 1\n")).collect();
    let mut toml = format!(
        "format = 1\ntitle = \"letters\"\nlabels = []\nsource = \"test\"\nrevision = 1\n\
         program = \"program.{extension}\"\n\n[[input]]\nargs = []\n"
    );
    for (idx, letter) in letters.iter().enumerate() {
        let id = format!("s{}{}", idx + 1, letter.to_ascii_uppercase());
        toml += &format!("\n[[criterion]]\nid = \"{id}\"\nline = {}\nvariable = \"{letter}\"\n", idx + 1);
        std::fs::write(benchmark.join(format!("gold/{id}.{extension}")), &program).unwrap();
    }
    std::fs::write(benchmark.join(format!("program.{extension}")), program).unwrap();
    std::fs::write(benchmark.join("benchmark.toml"), toml).unwrap();
    Suite::load(&[folder.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn adapter(folder: &Path, text: &str) -> Adapter {
    let path = folder.join("fake.toml");
    std::fs::write(&path, format!("format = 1\nname = \"fake\"\nlanguages = [\"python\"]\n{text}")).unwrap();
    Adapter::load(&path).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn run(tasks: &[Task<'_>], adapter: &Adapter, options: &RunOptions) -> Results {
    let dir = run_all(tasks, adapter, options, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
    let (results, problems) = Results::read(&dir).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(problems, []);
    results
}

pub(crate) fn options(folder: &Path) -> RunOptions {
    RunOptions { out: folder.join("reports"), ..RunOptions::default() }
}

pub(crate) fn outcome(record: &Record) -> (&str, Status, Option<&str>) {
    (record.task.rsplit('/').next().unwrap(), record.status, record.reason.as_deref())
}

#[apply(test)]
fn one_bad_result_never_stops_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 7);
    let script = "case {task} in *A) cat {file};; *B) exit 3;; *C) kill -SEGV $$;; *D) sleep 60;; *E) :;; \
                  *F) yes;; *G) printf '\\\\377';; esac";
    let adapter = adapter(
        folder.path(),
        &format!(
            "[limits]\ntimeout-s = 1\noutput-mb = 1\n[[step]]\nshell = true\ncommand = [\"{script}\"]\n\
             [answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        ),
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let seen = Mutex::new(Vec::new());
    let options = RunOptions { jobs: 3, ..options(folder.path()) };
    let dir = run_all(&tasks, &adapter, &options, &|event| {
        if let RunEvent::Finished { record } = event {
            seen.lock().unwrap().push(record.task.clone());
        }
    })
    .unwrap();
    let (results, _) = Results::read(&dir).unwrap();
    let outcomes: Vec<_> = results.records.iter().map(outcome).collect();
    assert_eq!(
        outcomes,
        [
            ("s1A", Status::Answered, None),
            ("s2B", Status::Exited, Some("exit 3")),
            ("s3C", Status::Crashed, Some("SIGSEGV")),
            ("s4D", Status::TimedOut, Some("1 s")),
            ("s5E", Status::NoOutput, Some("empty answer")),
            ("s6F", Status::Unreadable, Some("output over 1 MiB")),
            ("s7G", Status::Unreadable, Some("not UTF-8")),
        ]
    );
    assert!(results.header.complete);
    assert_eq!(results.header.slicer.name, "fake");
    assert_eq!(seen.into_inner().unwrap().len(), 7);
    assert!(
        results.records.iter().all(|record| (record.status == Status::Answered) == record.answer.is_some())
    );
    assert!(dir.join("raw/python/letters/s1A/stdout.txt").exists());
}

#[apply(test)]
fn a_language_that_the_slicer_does_not_know_is_unsupported_without_a_call() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "r", "R", 1);
    let marker = folder.path().join("called");
    let adapter = adapter(
        folder.path(),
        &format!(
            "[[step]]\ncommand = [\"touch\", \"{}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
            marker.display()
        ),
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter, &options(folder.path()));
    assert_eq!(outcome(&results.records[0]), ("s1A", Status::Unsupported, Some("language r")));
    assert!(!marker.exists());
    assert_eq!(
        plan(&tasks, &adapter, &options(folder.path())).unwrap()[0].refused.as_deref(),
        Some("language r")
    );
}

#[apply(test)]
fn a_forward_slicer_is_not_graded_against_backward_slices() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 1);
    let text = "direction = \"forward\"\n[[step]]\ncommand = [\"true\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n";
    let adapter = adapter(folder.path(), text);
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter, &options(folder.path()));
    assert_eq!(outcome(&results.records[0]), ("s1A", Status::Unsupported, Some("backward slice")));
}

#[apply(test)]
fn steps_share_folders_and_stop_at_the_first_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 2);
    let adapter = adapter(
        folder.path(),
        "[[step]]\nshell = true\nexit-codes = [0, 9]\ncommand = [\"cp {file} {tmp}/copy; case {task} in *B) exit 7;; esac; exit 9\"]\n\
         [[step]]\ncommand = [\"cp\", \"{tmp}/copy\", \"{output}\"]\n\
         [answer]\nfrom = \"file\"\nis = \"source\"\n",
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter, &options(folder.path()));
    let outcomes: Vec<_> = results.records.iter().map(outcome).collect();
    assert_eq!(outcomes, [("s1A", Status::Answered, None), ("s2B", Status::Exited, Some("exit 7"))]);
    assert!(results.dir.join("raw/python/letters/s1A/2-stdout.txt").exists());
    assert!(results.dir.join("raw/python/letters/s1A/answer/program.py").exists());
}

#[apply(test)]
fn programs_and_gold_slices_are_normalised_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 1);
    let adapter = adapter(
        folder.path(),
        "[[step]]\ncommand = [\"cat\", \"{file}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n\
         [normalise]\ncommand = [\"tr\", \"a\", \"b\"]\nanswer = true\n",
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    // `tr` reads standard input, which is empty: no normal form, and the answer stays.
    let record = &run(&tasks, &adapter, &options(folder.path())).records[0];
    assert_eq!((record.status, &record.normalised), (Status::Answered, &None));

    let text = adapter.text().replace("[\"tr\", \"a\", \"b\"]", "[\"sed\", \"s/a/b/\", \"{file}\"]");
    let text = text.split_once("languages = [\"python\"]\n").unwrap().1;
    let adapter = self::adapter(folder.path(), text);
    let record = &run(&tasks, &adapter, &options(folder.path())).records[0];
    let normalised = record.normalised.as_ref().unwrap();
    assert_eq!(normalised.program[0].text, "b = 1\n");
    assert_eq!(normalised.golds[0][0].text, "b = 1\n");
    let Some(Answer::Source { files }) = &record.answer else { panic!("{record:?}") };
    assert_eq!(files[0].text, "b = 1\n");
}

/// Every file is normalised, and finds the other one beside it.
#[apply(test)]
fn programs_of_several_files_are_normalised_file_by_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("suite");
    suite(&root, "python", "py", 1);
    let benchmark = root.join("python/letters");
    std::fs::remove_dir_all(benchmark.join("gold")).unwrap();
    std::fs::create_dir_all(benchmark.join("gold/s1A")).unwrap();
    for file in ["more.py", "gold/s1A/more.py"] {
        std::fs::write(benchmark.join(file), "c = 1\n").unwrap();
    }
    std::fs::copy(benchmark.join("program.py"), benchmark.join("gold/s1A/program.py")).unwrap();
    let toml = std::fs::read_to_string(benchmark.join("benchmark.toml")).unwrap();
    let toml = toml.replace("program = \"program.py\"", "program = [\"program.py\", \"more.py\"]");
    std::fs::write(benchmark.join("benchmark.toml"), toml).unwrap();
    let suite = Suite::load(&[root]).unwrap_or_else(|error| panic!("{error}"));
    let text = "multi-file = true\n[[step]]\ncommand = [\"sh\", \"-c\", \"cp $1/* $2\", \"sh\", \"{dir}\", \"{outdir}\"]\n\
                [answer]\nfrom = \"folder\"\nis = \"source\"\n[normalise]\nanswer = true\n\
                command = [\"sh\", \"-c\", \"test -f more.py && sed s/1/2/ $1\", \"sh\", \"{file}\"]\n";
    let adapter = adapter(folder.path(), text);
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let record = &run(&tasks, &adapter, &options(folder.path())).records[0];
    let normalised = record.normalised.as_ref().unwrap();
    let texts = |files: &[SourceFile]| {
        files
            .iter()
            .map(|file| (file.path.display().to_string(), file.text.clone()))
            .collect::<BTreeMap<_, _>>()
    };
    let expected: BTreeMap<String, String> = [("program.py", "a = 2\n"), ("more.py", "c = 2\n")]
        .map(|(path, text)| (path.into(), text.into()))
        .into();
    assert_eq!(texts(&normalised.program), expected);
    assert_eq!(texts(&normalised.golds[0]), expected);
    let Some(Answer::Source { files }) = &record.answer else { panic!("{record:?}") };
    assert_eq!(texts(files), expected);
}

#[apply(test)]
fn a_diff_to_the_gold_slice_is_the_gold_slice() {
    let folder = tempfile::tempdir().unwrap();
    let suite = Suite::load(&["tests/fixtures/suite".into()]).unwrap();
    let adapter = Adapter::load(Path::new("tests/fixtures/slicers/diff.toml")).unwrap();
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter, &options(folder.path()));
    for (record, task) in results.records.iter().zip(sorted(&tasks)) {
        let Some(Answer::Source { files }) = &record.answer else { panic!("{record:?}") };
        // Lines that a diff deletes are blank in the slice.
        let code = |files: &[SourceFile]| -> Vec<(PathBuf, Vec<String>)> {
            let lines = |file: &SourceFile| {
                file.text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
            };
            files.iter().map(|file| (file.path.clone(), lines(file))).collect()
        };
        assert_eq!(code(files), code(&task.criterion.golds[0].files), "{}", record.task);
        let grade = grade(*task, &task.hash(), record, &adapter.reading());
        assert_eq!(grade.verdict, AnswerVerdict::Exact, "{grade:?}");
    }
}

#[apply(test)]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let adapter = adapter(
        folder.path(),
        "[[step]]\ncommand = [\"cat\", \"{file}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let first = run(&tasks, &adapter, &options(folder.path()));
    let records = first.dir.join("tasks.jsonl");
    let text = std::fs::read_to_string(&records).unwrap();
    let whole: Vec<&str> = text.lines().collect();
    std::fs::write(&records, format!("{}\n{}", whole[0], &whole[1][..20])).unwrap();

    let n_finished = Mutex::new(0);
    let options = RunOptions { resume: Some(first.dir.clone()), ..options(folder.path()) };
    let dir = run_all(&tasks, &adapter, &options, &|event| {
        if let RunEvent::Finished { .. } = event {
            *n_finished.lock().unwrap() += 1;
        }
    })
    .unwrap();
    assert_eq!(dir, first.dir);
    assert_eq!(n_finished.into_inner().unwrap(), 2);
    let (again, _) = Results::read(&dir).unwrap();
    let ids =
        |results: &Results| results.records.iter().map(|record| record.task.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&again), ids(&first));

    let other = self::adapter(
        folder.path(),
        "[[step]]\ncommand = [\"cat\", \"-u\", \"{file}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    let error = run_all(&tasks, &other, &options, &|_| ()).unwrap_err();
    assert!(error.to_string().contains("the adapter of `fake` has changed since this run"), "{error}");
}

/// A second process that goes on with a run while it runs would make its records twice.
#[apply(test)]
fn a_run_that_is_going_on_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 2);
    let adapter = adapter(
        folder.path(),
        "[[step]]\ncommand = [\"cat\", \"{file}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let refused = Mutex::new(None);
    let dir = run_all(&tasks, &adapter, &options(folder.path()), &|event| {
        if let RunEvent::Begun { .. } = event {
            let dir = runs(&folder.path().join("reports/fake")).remove(0);
            let again = RunOptions { resume: Some(dir), ..options(folder.path()) };
            *refused.lock().unwrap() = Some(run_all(&tasks, &adapter, &again, &|_| ()).unwrap_err());
        }
    })
    .unwrap();
    let refused = refused.into_inner().unwrap().unwrap().to_string();
    assert!(refused.contains("another run is writing its results here\nhint: wait"), "{refused}");
    assert_eq!(Results::read(&dir).unwrap().0.records.len(), 2);
}

#[apply(test)]
fn a_missing_slicer_stops_the_run_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 1);
    let adapter = adapter(
        folder.path(),
        "[[step]]\ncommand = [\"no-such-slicer-anywhere\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let error = run_all(&tasks, &adapter, &options(folder.path()), &|_| ()).unwrap_err();
    assert_eq!(error.exit_code(), bench_slicers::error::EXIT_NOTHING_MEASURED);
    assert!(!folder.path().join("reports").exists());
}

#[apply(test)]
fn slicers_that_ship_inside_answer_every_task_of_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let suite = Suite::embedded().unwrap();
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    for name in ["identity", "gold", "reachable"] {
        done_in(folder.path(), &["run", "--slicer", name]);
        let dir = latest(&folder.path().join("reports"), name).unwrap();
        let (results, _) = Results::read(&dir).unwrap();
        for (record, task) in results.records.iter().zip(sorted(&tasks)) {
            assert_eq!(outcome(record).1, Status::Answered, "{name} {}: {:?}", record.task, record.reason);
            let Some(Answer::Source { files }) = &record.answer else { panic!("{record:?}") };
            let known: Vec<&Path> = task.benchmark.tree.files().map(|file| file.path.as_path()).collect();
            assert!(files.iter().all(|file| known.contains(&file.path.as_path())), "{}", record.task);
        }
    }
}

fn sorted<'t, 's>(tasks: &'t [Task<'s>]) -> Vec<&'t Task<'s>> {
    let mut tasks: Vec<&Task<'_>> = tasks.iter().collect();
    tasks.sort_by_key(|task| task.id());
    tasks
}
