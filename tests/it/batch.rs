//! Slicers that take several criteria of one program in one call, and fail half-way.

use std::collections::BTreeSet;
use std::path::Path;

use bench_slicers::adapter::Adapter;
use bench_slicers::results::{Answer, RawOutput, Record, Results, Status};
use bench_slicers::run::{RunOptions, plan, run_all};
use bench_slicers::suite::{Suite, Task};

use crate::run::{adapter, options, outcome, run, suite};

/// A slicer in `sh` that is given `line:variable` for each criterion, and logs each call.
fn sections(folder: &Path, body: &str) -> Adapter {
    std::fs::write(folder.join("slicer.sh"), body).unwrap();
    let log = folder.join("calls").display().to_string();
    adapter(
        folder,
        &format!(
            "[limits]\ntimeout-s = 0.5\n[batch]\ncriterion = [\"{{line}}:{{variable}}\"]\n\
             [[step]]\ncommand = [\"sh\", \"{{adapterdir}}/slicer.sh\", \"{log}\", \"{{file}}\", \"{{criteria}}\"]\n\
             [answer]\nfrom = \"stdout\"\nis = \"source\"\nbegin = \"== {{line}}:{{variable}}\"\nend = \"== end\"\n"
        ),
    )
}

const LOG: &str = "log=$1; file=$2; shift 2; echo \"$*\" >> \"$log\"\n\
                   slice() { echo \"== $1\"; sed -n \"${1%%:*}p\" \"$file\"; echo '== end'; }\n";

fn calls(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("calls")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn text(record: &Record) -> &str {
    match &record.answer {
        Some(Answer::Source { files }) => &files[0].text,
        _ => "",
    }
}

fn printed(results: &Results, task: &str) -> String {
    std::fs::read_to_string(results.dir.join("raw").join(task).join("stdout.txt")).unwrap()
}

fn outcomes(results: &Results) -> Vec<(&str, Status, Option<&str>)> {
    results.records.iter().map(outcome).collect()
}

#[apply(test)]
fn one_call_answers_all_criteria_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let adapter = sections(folder.path(), &format!("{LOG}for each; do slice $each; done; sleep 0.2"));
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter, &options(folder.path()));
    assert_eq!(calls(folder.path()), ["1:a 2:b 3:c"]);
    let texts: Vec<&str> = results.records.iter().map(text).collect();
    assert_eq!(texts, ["a = 1\n", "b = 1\n", "c = 1\n"]);
    for record in &results.records {
        assert_eq!(record.shared_by, Some(3));
        // A third of the call, not all of it.
        assert!(record.wall_s > 0.05 && record.wall_s < 0.19, "{}", record.wall_s);
        let stdout = printed(&results, &record.task);
        assert!(stdout.starts_with("== 1:a\n"), "{stdout}");
    }
}

#[apply(test)]
fn criteria_that_a_call_says_nothing_of_have_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let adapter = sections(folder.path(), &format!("{LOG}slice $1; slice $3"));
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter, &options(folder.path()));
    let answered = |id| (id, Status::Answered, None);
    let silent = ("s2B", Status::NoOutput, Some("no answer written"));
    assert_eq!(outcomes(&results), [answered("s1A"), silent, answered("s3C")]);
}

#[apply(test)]
fn a_crash_after_the_first_answer_costs_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    // The second section is begun and never closed: it may be torn.
    let body = format!("{LOG}slice $1; echo \"== $2\"; echo 'b = 1'; kill -SEGV $$");
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &sections(folder.path(), &body), &options(folder.path()));
    let crashed = |id| (id, Status::Crashed, Some("SIGSEGV"));
    assert_eq!(outcomes(&results), [("s1A", Status::Answered, None), crashed("s2B"), crashed("s3C")]);

    let body = format!("{LOG}slice $1; exit 3");
    let results = run(&tasks, &sections(folder.path(), &body), &options(folder.path()));
    let failed = |id| (id, Status::Exited, Some("exit 3"));
    assert_eq!(outcomes(&results), [("s1A", Status::Answered, None), failed("s2B"), failed("s3C")]);
}

#[apply(test)]
fn a_hang_costs_those_without_an_answer_and_has_the_time_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 2);
    // What is written after the limit is late.
    let body = format!("{LOG}slice $1; trap 'slice $2; exit 0' TERM; sleep 60 & wait; wait");
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &sections(folder.path(), &body), &options(folder.path()));
    let timed_out = ("s2B", Status::TimedOut, Some("0.5 s"));
    assert_eq!(outcomes(&results), [("s1A", Status::Answered, None), timed_out]);
    let wall_s: f64 = results.records.iter().map(|record| record.wall_s).sum();
    assert!((0.95..5.0).contains(&wall_s), "{wall_s}");
}

#[apply(test)]
fn files_count_after_a_crash_only_when_the_slicer_said_that_they_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 2);
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let script = "while read line name number; do sed -n ${{line}}p {file} > {outdir}/$number.py; \
                  echo done $number; kill -SEGV $$; done < {criteria_file}";
    let text = format!(
        "[batch]\ncriterion = [\"{{line}}\", \"{{variable}}\", \"{{number}}\"]\nnumber-base = 0\n\
         [[step]]\nshell = true\ncommand = [\"{script}\"]\n\
         [answer]\nfrom = \"file\"\npath = \"{{outdir}}/{{number}}.py\"\nis = \"source\"\n"
    );
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    let crashed = |id| (id, Status::Crashed, Some("SIGSEGV"));
    assert_eq!(outcomes(&results), [crashed("s1A"), crashed("s2B")]);

    let told = text.replace("number-base = 0\n", "number-base = 0\ndone = \"done {number}\"\n");
    let results = run(&tasks, &adapter(folder.path(), &told), &options(folder.path()));
    assert_eq!(outcomes(&results), [("s1A", Status::Answered, None), crashed("s2B")]);
    assert!(results.dir.join("raw/python/letters/s1A/answer/0.py").is_file());
}

#[apply(test)]
fn answers_in_one_json_are_told_apart_by_a_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let text = "granularity = \"line\"\n[batch]\ncriterion = [\"{line}@{variable}\"]\nseparator = \";\"\n\
                [[step]]\ncommand = [\"sh\", \"-c\", \"test \\\"$1\\\" = '1@a;2@b;3@c' && echo \\\"$2\\\"\", \"sh\", \
                \"{criteria}\", '{{\"1@a\":{{\"lines\":[1]}},\"2@b\":{{\"lines\":[1,2]}}}}']\n\
                [answer]\nfrom = \"stdout\"\nis = \"lines\"\npointer = \"/{line}@{variable}/lines\"\n";
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), text), &options(folder.path()));
    let answered = |id| (id, Status::Answered, None);
    let silent = ("s3C", Status::NoOutput, Some("empty answer"));
    assert_eq!(outcomes(&results), [answered("s1A"), answered("s2B"), silent]);
    let Some(Answer::Lines { files }) = &results.records[1].answer else { panic!() };
    assert_eq!(files[Path::new("program.py")], BTreeSet::from([1, 2]));
}

#[apply(test)]
fn only_what_is_left_is_in_the_call_of_a_run_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 4);
    let adapter = sections(folder.path(), &format!("{LOG}for each; do slice $each; done"));
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let first = run(&tasks, &adapter, &options(folder.path()));
    let path = first.dir.join("tasks.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    std::fs::write(&path, format!("{}\n{}", lines[0], &lines[2][..30])).unwrap();
    let resume = RunOptions { resume: Some(first.dir.clone()), ..options(folder.path()) };
    let dir = run_all(&tasks, &adapter, &resume, &|_| ()).unwrap();
    let (results, problems) = Results::read(&dir).unwrap();
    assert_eq!(problems, []);
    assert_eq!(calls(folder.path()), ["1:a 2:b 3:c 4:d", "2:b 3:c 4:d"]);
    assert_eq!(results.records.len(), 4);
    // The output of the first call is still what it was, though its files were shared.
    let stdout =
        |id: &str| printed(&results, &format!("python/letters/{id}")).lines().next().unwrap().to_owned();
    assert_eq!(
        (stdout("s1A"), stdout("s2B"), stdout("s4D")),
        ("== 1:a".into(), "== 2:b".into(), "== 2:b".into())
    );
}

/// A suite of two programs with two criteria each.
fn two_programs(folder: &Path) -> Suite {
    suite(folder, "python", "py", 2);
    std::fs::create_dir(folder.join("python/more")).unwrap();
    for name in ["benchmark.toml", "program.py", "gold/s1A.py", "gold/s2B.py"] {
        let to = folder.join("python/more").join(name);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(folder.join("python/letters").join(name), to).unwrap();
    }
    Suite::load(&[folder.to_owned()]).unwrap()
}

#[apply(test)]
fn a_call_is_for_one_program_and_for_as_many_criteria_as_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let suite = two_programs(&folder.path().join("suite"));
    let adapter = sections(folder.path(), &format!("{LOG}for each; do slice $each; done"));
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let plans = plan(&tasks, &adapter, &options(folder.path())).unwrap();
    let ids: Vec<&[String]> = plans.iter().map(|plan| plan.tasks.as_slice()).collect();
    assert_eq!(ids, [["python/letters/s1A", "python/letters/s2B"], ["python/more/s1A", "python/more/s2B"]]);
    assert_eq!(plans[0].steps[0].argv[4..], ["1:a", "2:b"]);
    let some = [tasks[1], tasks[2]];
    assert_eq!(plan(&some, &adapter, &options(folder.path())).unwrap()[0].steps[0].argv[4..], ["2:b"]);
    let parallel = RunOptions { jobs: 3, ..options(folder.path()) };
    assert_eq!(run(&tasks, &adapter, &parallel).records.len(), 4);
    assert_eq!(calls(folder.path()).len(), 2);

    let text = adapter.text().replace("[batch]\n", "[batch]\nmax = 1\n");
    std::fs::write(&adapter.path, text).unwrap();
    let single = Adapter::load(&adapter.path).unwrap();
    let results = run(&tasks, &single, &options(folder.path()));
    assert_eq!(calls(folder.path()).len(), 6);
    assert!(results.records.iter().all(|record| record.shared_by.is_none()));
}

#[apply(test)]
fn contradictions_are_refused_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fake.toml");
    let check = |text: &str, expected: &str| {
        let head = "format = 1\nname = \"fake\"\nlanguages = [\"python\"]\n";
        std::fs::write(&path, format!("{head}{text}")).unwrap();
        let message = Adapter::load(&path).map(|adapter| adapter.name).unwrap_err().to_string();
        assert!(message.contains(expected), "`{expected}` is not in:\n{message}");
    };
    let batch = "[batch]\ncriterion = [\"{line}\"]\n";
    let answer = "[answer]\nfrom = \"stdout\"\nis = \"source\"\nbegin = \"{number}\"\n";
    let step = |words: &str| format!("[[step]]\ncommand = [\"t\", {words}]\n");
    let good = step("\"{criteria}\"");
    check(&format!("{batch}{}{answer}", step("\"{file}\"")), "no command is given the criteria");
    check(&format!("{batch}{}{answer}", step("\"{line}\", \"{criteria}\"")), "`{line}` has no value here");
    check(&format!("{batch}{}{answer}", step("\"-c={criteria}\"")), "`{criteria}` is several words");
    check(&format!("{}{answer}", step("\"{criteria}\"")), "`{criteria}` has no value here");
    check(
        &format!("{batch}{good}[answer]\nfrom = \"stdout\"\nis = \"source\"\n"),
        "nothing tells the answers of a call apart",
    );
    check(
        &format!("{batch}{good}{answer}[[prepare.insert]]\nat = \"before\"\ntext = \"x\"\n"),
        "text inserted for one criterion of several",
    );
    check(&format!("{batch}max = 0\n{good}{answer}"), "a call without a criterion");
    check(
        &format!("{batch}separator = \",\"\n{good}{answer}").replace("[\"{line}\"]", "[\"-c\", \"{line}\"]"),
        "several words in one word",
    );
    check(
        &format!("{good}{answer}end = \"x\"\n").replace("begin = \"{number}\"\n", ""),
        "without a beginning",
    );
}

/// Many tasks take one file, whatever came of them, and the run goes on from any state of it.
#[apply(test)]
fn what_is_printed_in_a_large_run_is_in_one_file() {
    const N_TASKS: usize = 1_001;
    let folder = tempfile::tempdir().unwrap();
    let benchmark = folder.path().join("suite/python/lines");
    std::fs::create_dir_all(benchmark.join("gold")).unwrap();
    let program: String = (1..=N_TASKS).map(|n| format!("v{n} = 1\n")).collect();
    let criterion = |n| {
        format!("[[criterion]]\nid = \"s{n}V{n}\"\nline = {n}\nvariable = \"v{n}\"\ngold = \"gold/all.py\"\n")
    };
    let criteria: String = (1..=N_TASKS).map(criterion).collect();
    let head = "format = 1\ntitle = \"lines\"\nlabels = []\nsource = \"test\"\nrevision = 1\nprogram = \"program.py\"\n[[input]]\nargs = []\n";
    std::fs::write(benchmark.join("gold/all.py"), &program).unwrap();
    std::fs::write(benchmark.join("program.py"), program).unwrap();
    std::fs::write(benchmark.join("benchmark.toml"), format!("{head}{criteria}")).unwrap();
    let suite = Suite::load(&[folder.path().join("suite")]).unwrap_or_else(|error| panic!("{error}"));
    // Line 7 is not answered, and line 1000 neither.
    let text = format!(
        "[batch]\ncriterion = [\"{{line}}\"]\n[[step]]\ncommand = [\"sh\", \"-c\", {:?}, \"sh\", \"{{criteria}}\"]\n\
         [answer]\nfrom = \"stdout\"\nis = \"source\"\nbegin = \"== {{line}}\"\nend = \"== end\"\n",
        "for line; do case $line in 7 | 1000) ;; *) echo == $line; echo v$line = 1; echo == end;; esac; done; echo last words >&2"
    );
    let adapter = adapter(folder.path(), &text);
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let dir = run_all(&tasks, &adapter, &options(folder.path()), &|_| ()).unwrap();
    let check = |n_files: usize| {
        let (results, problems) = Results::read(&dir).unwrap();
        assert_eq!((problems.len(), results.records.len()), (0, N_TASKS));
        assert_eq!(std::fs::read_dir(&dir).unwrap().count(), n_files);
        let output = RawOutput::of(&dir);
        assert!(
            results.records.iter().all(|record| record.raw.len() == 2 && output.problems(record).is_empty())
        );
        let said = output.last_words("python/lines/s1000V1000").unwrap();
        let path = format!("{}:raw/python/lines/s1000V1000/stderr.txt", dir.join("raw.tar").display());
        assert_eq!((said.line.as_str(), said.path.to_str().unwrap()), ("last words", path.as_str()));
    };
    check(3);

    // Anybody's `tar` makes the folders of it that a small run has.
    let elsewhere = folder.path().join("unpacked");
    std::fs::create_dir(&elsewhere).unwrap();
    let unpacked = std::process::Command::new("tar")
        .arg("-xf")
        .arg(dir.join("raw.tar"))
        .current_dir(&elsewhere)
        .status();
    assert!(unpacked.unwrap().success());
    for task in ["s1V1", "s1001V1001"] {
        let printed =
            std::fs::read_to_string(elsewhere.join("raw/python/lines").join(task).join("stdout.txt"));
        assert!(printed.unwrap().starts_with("== 1\nv1 = 1\n== end\n== 2\n"), "{task}");
    }

    // Interrupted while the last entry was written, with half of the records on the disk.
    let cut = |name: &str, n_left: &dyn Fn(usize) -> usize| {
        let whole = std::fs::read(dir.join(name)).unwrap();
        std::fs::write(dir.join(name), &whole[..n_left(whole.len())]).unwrap();
    };
    cut("tasks.jsonl", &|n| n / 2);
    cut("raw.tar", &|n| n - 1_100);
    let resume = RunOptions { resume: Some(dir.clone()), ..options(folder.path()) };
    run_all(&tasks, &adapter, &resume, &|_| ()).unwrap();
    check(3);
    // What has lost its output is told.
    cut("raw.tar", &|n| n / 3);
    let (results, output) = (Results::read(&dir).unwrap().0, RawOutput::of(&dir));
    let n_lost = results.records.iter().filter(|record| !output.problems(record).is_empty()).count();
    assert!(n_lost > N_TASKS / 4, "{n_lost}");
}
