//! What is run once for a program, what is run after each call, and what need not be run.

use std::fs;
use std::path::Path;

use bench_slicers::results::{Answer, Results, Status};
use bench_slicers::run::RunOptions;
use bench_slicers::suite::{Suite, Task};

use crate::adapters::check_refused;
use crate::run::{adapter, options, outcome, run, suite};
use crate::support::{program, stderr};

const SOURCE: &str = "[answer]\nfrom = \"stdout\"\nis = \"source\"\n";

/// A word of a command in a shell, for TOML.
fn shell(script: &str) -> String {
    format!("command = ['''{script}''']\nshell = true\n")
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// Two programs of two criteria, and a third with the text of the first.
fn programs(folder: &Path) -> Suite {
    suite(&folder.join("suite"), "python", "py", 2);
    let letters = folder.join("suite/python/letters");
    for (name, text) in [("same", "a = 1\nb = 1\n"), ("other", "a = 1\nb = 1\nc = 1\n")] {
        let copy = folder.join("suite/python").join(name);
        fs::create_dir_all(copy.join("gold")).unwrap();
        fs::copy(letters.join("benchmark.toml"), copy.join("benchmark.toml")).unwrap();
        for file in ["program.py", "gold/s1A.py", "gold/s2B.py"] {
            fs::write(copy.join(file), text).unwrap();
        }
    }
    Suite::load(&[folder.join("suite")]).unwrap_or_else(|error| panic!("{error}"))
}

#[apply(test)]
fn a_program_is_built_once_for_all_of_its_criteria() {
    let folder = tempfile::tempdir().unwrap();
    let suite = programs(folder.path());
    let log_path = folder.path().join("log").display().to_string();
    let text = format!(
        "[[build]]\n{}[[build]]\n{}[[step]]\n{}{SOURCE}",
        shell(&format!("echo built >> {log_path}; sleep 0.05; tr a-z A-Z < {{file}} > {{builddir}}/upper")),
        shell("tr A-Z a-z < {builddir}/upper > {builddir}/lower"),
        shell("cat {builddir}/lower"),
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results =
        run(&tasks, &adapter(folder.path(), &text), &RunOptions { jobs: 4, ..options(folder.path()) });
    assert_eq!(results.records.len(), 6);
    for record in &results.records {
        let Some(Answer::Source { files }) = &record.answer else { panic!("{record:?}") };
        let is_other = record.task.starts_with("python/other");
        assert_eq!(files[0].text, if is_other { "a = 1\nb = 1\nc = 1\n" } else { "a = 1\nb = 1\n" });
    }
    // Equal programs are one, also of two benchmarks.
    assert_eq!(log(folder.path()), "built\nbuilt\n");
    let setup: Vec<f64> = results.records.iter().filter_map(|record| record.setup_s).collect();
    assert!(setup.len() == 2 && setup.iter().all(|setup_s| *setup_s > 0.05), "{setup:?}");
}

#[apply(test)]
fn a_build_that_fails_is_the_failure_of_each_task() {
    let check = |build: &str, more: &str, status: Status, reason: &str| {
        let folder = tempfile::tempdir().unwrap();
        let suite = suite(&folder.path().join("suite"), "python", "py", 2);
        let called = folder.path().join("log").display().to_string();
        let text = format!(
            "[limits]\nbuild-timeout-s = 0.3\n[[build]]\n{}[[step]]\n{}{SOURCE}{more}",
            shell(build),
            shell(&format!("echo called >> {called}; cat {{file}}")),
        );
        let tasks: Vec<Task<'_>> = suite.tasks().collect();
        let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
        for record in &results.records {
            assert_eq!((record.status, record.reason.as_deref()), (status, Some(reason)), "{build}");
            assert!(record.is_supported() && record.wall_s == 0.0, "{record:?}");
        }
        assert_eq!(log(folder.path()), "", "a slicer was called without a program");
        let printed = results.dir.join("raw/python/letters/s2B/build-stderr.txt");
        assert_eq!(fs::read_to_string(printed).unwrap(), "cannot lambda\n");
    };
    let outcome =
        "[[outcome]]\nwhen = { regex = 'cannot (\\w+)' }\nstatus = \"unsupported\"\nreason = \"$1\"\n";
    check("echo cannot lambda >&2; exit 2", "", Status::Exited, "build: exit 2");
    check("echo cannot lambda >&2; exit 2", outcome, Status::Unsupported, "build: lambda");
    check("echo cannot lambda >&2; kill -SEGV $$", "", Status::Crashed, "build: SIGSEGV");
    check("echo cannot lambda >&2; sleep 60", "", Status::TimedOut, "build: 0.3 s");
}

#[apply(test)]
fn what_was_built_is_read_inside_walls_and_by_servers() {
    let server = "[server]\ncommand = [\"sh\", \"-c\", \"while read folder; do cat $folder/copy; echo END; done\"]\n\
                  request = [\"{builddir}\"]\nend = '^END$'\n";
    let step = format!("[[step]]\n{}", shell("cat {builddir}/copy; ! touch {builddir}/mine"));
    for call in [server, step.as_str()] {
        let folder = tempfile::tempdir().unwrap();
        suite(&folder.path().join("suite"), "python", "py", 2);
        let text = format!("[[build]]\n{}{call}{SOURCE}", shell("cp {file} {builddir}/copy"));
        adapter(folder.path(), &text);
        for lacks in ["", "namespaces"] {
            let mut run = program();
            run.args(["run", "--jobs", "1", "--format", "csv", "--slicer"])
                .arg(folder.path().join("fake.toml"));
            run.arg("--suite").arg(folder.path().join("suite")).arg("--out").arg(folder.path().join("out"));
            let output = run.env("BENCH_SLICERS_SANDBOX_LACKS", lacks).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let runs = fs::read_dir(folder.path().join("out/fake")).unwrap().flatten();
            let (results, _) =
                Results::read(&runs.map(|run| run.path()).filter(|path| path.is_dir()).max().unwrap())
                    .unwrap();
            let statuses: Vec<_> = results.records.iter().map(outcome).collect();
            let is_open = results.header.sandbox.files == "open";
            assert!(
                is_open || statuses.iter().all(|found| found.1 == Status::Answered),
                "{lacks}: {statuses:?}"
            );
            fs::remove_dir_all(folder.path().join("out")).unwrap();
        }
    }
}

#[apply(test)]
fn cleaning_up_comes_after_every_end_and_changes_none() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 4);
    let log_path = folder.path().join("log").display().to_string();
    let text = format!(
        "[limits]\ntimeout-s = 0.3\n[[step]]\n{}[[cleanup]]\n{}[[cleanup]]\n{}timeout-s = 0.2\n{SOURCE}",
        shell("case {variable} in b) sleep 60;; c) kill -SEGV $$;; esac; cat {file}"),
        shell(&format!("echo cleaned {{variable}} {{tmp}} >> {log_path}; test -d {{tmp}}")),
        shell("case {variable} in a|b) echo stuck >&2; exit 5;; d) sleep 60;; esac"),
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let options = RunOptions { jobs: 1, ..options(folder.path()) };
    let results = run(&tasks, &adapter(folder.path(), &text), &options);
    let found: Vec<_> =
        results.records.iter().map(|record| (record.status, record.note.as_deref())).collect();
    assert_eq!(
        found,
        [
            (Status::Answered, Some("cleanup: exit 5")),
            (Status::TimedOut, Some("cleanup: exit 5")),
            (Status::Crashed, None),
            (Status::Answered, Some("cleanup: 0.2 s")),
        ]
    );
    let cleaned: Vec<String> =
        log(folder.path()).lines().map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect();
    assert_eq!(cleaned, ["a", "b", "c", "d"]);
    let raw = results.dir.join("raw/python/letters");
    assert_eq!(fs::read_to_string(raw.join("s1A/cleanup-stderr.txt")).unwrap(), "stuck\n");
    assert!(!raw.join("s3C/cleanup-stderr.txt").exists());
}

#[apply(test)]
fn a_server_is_cleaned_up_after_also_when_it_died() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 2);
    let log_path = folder.path().join("log").display().to_string();
    let text = format!(
        "[server]\ncommand = [\"sh\", \"-c\", \"read line; test $line = a || exit 3; echo x; echo END; read line; exit 3\"]\n\
         request = [\"{{variable}}\"]\nend = 'END'\n[[cleanup]]\n{}{SOURCE}",
        shell(&format!(
            "echo {{variable}} >> {log_path}; test -f {{file}} && case {{id}} in b*n*) ;; *) exit 9;; esac"
        )),
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results =
        run(&tasks, &adapter(folder.path(), &text), &RunOptions { jobs: 1, ..options(folder.path()) });
    let found: Vec<_> =
        results.records.iter().map(|record| (record.status, record.note.as_deref())).collect();
    assert_eq!(found, [(Status::Answered, None), (Status::Exited, None)]);
    assert_eq!(log(folder.path()), "a\nb\n");
}

#[apply(test)]
fn a_step_is_not_run_where_its_file_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 2);
    let text = format!(
        "[[step]]\n{}[[step]]\n{}unless = \"{{tmp}}/sliced\"\n[[step]]\n{}exit-codes = [4]\nunless = \"{{tmp}}/nothing\"\n{SOURCE}",
        shell("case {variable} in a) cp {file} {tmp}/sliced;; esac"),
        shell("echo 'b = 1' > {tmp}/sliced"),
        shell("cat {tmp}/sliced; exit 4"),
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    let texts: Vec<&str> = results
        .records
        .iter()
        .map(|record| match &record.answer {
            Some(Answer::Source { files }) => files[0].text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, ["a = 1\nb = 1\n", "b = 1\n"]);
}

#[apply(test)]
fn mistakes_about_builds_and_cleaning_up_have_a_remedy() {
    let head = "format = 1\nname = \"tool\"\nlanguages = [\"c\"]\n";
    let check = |text: &str, expected: &[&str]| {
        check_refused(&format!("{head}{text}[[step]]\ncommand = [\"tool\"]\n{SOURCE}"), expected);
    };
    check(
        "[[build]]\ncommand = [\"cc\", \"{line}\"]\n",
        &["placeholder `{line}` has no value here", "`{builddir}`"],
    );
    check("[[build]]\ncomand = [\"cc\"]\n", &["unknown field `comand`", "did you mean `command`?"]);
    check(
        "[[prepare.insert]]\nat = \"line-end\"\ntext = \"//\"\n[[build]]\ncommand = [\"cc\"]\n",
        &["tool.toml:5:6: text inserted for a criterion into a program that is built for all"],
    );
    check(
        "[[cleanup]]\ncommand = [\"rm\", \"{builddir}\"]\n",
        &["placeholder `{builddir}` has no value here"],
    );
    check("[[cleanup]]\ncommand = [\"rm\"]\ntimeout-s = -1\n", &["the time limit is not above 0"]);
}
