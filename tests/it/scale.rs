//! Runs that are divided, killed, repeated and gone on with: the same results as one undisturbed run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bench_slicers::results::{self, Record, Results, Status};

use crate::harness::amount;
use crate::run::suite;
use crate::support::{call, program, stderr, stdout};

/// What a record says besides times and memory.
fn said(results: &Results) -> BTreeMap<(String, usize), Record> {
    let records = results.records.iter().chain(results.repeats.values().flatten());
    let timeless = |record: &Record| Record { wall_s: 0.0, cpu_s: None, memory_byte: None, ..record.clone() };
    records.map(|record| ((record.task.clone(), record.repeat), timeless(record))).collect()
}

fn read(dir: &Path) -> Results {
    let (results, problems) = Results::read(dir).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(problems, [], "{}", dir.display());
    results
}

/// A folder with a suite of so many tasks, and a slicer that a shell script is.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(n_tasks: usize, script: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        suite(&folder.path().join("suite"), "python", "py", n_tasks);
        let adapter = format!(
            "format = 1\nname = \"fake\"\nlanguages = [\"python\"]\n\
             [[step]]\nshell = true\ncommand = ['''{script}''']\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        );
        std::fs::write(folder.path().join("fake.toml"), adapter).unwrap();
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, out: &str, more: &[&str]) -> Command {
        let mut command = program();
        command.args(["run", "--suite"]).arg(self.path("suite"));
        command.arg("--slicer").arg(self.path("fake.toml")).arg("--out").arg(self.path(out)).args(more);
        command
    }

    fn run(&self, out: &str, more: &[&str]) -> Output {
        let output = self.command(out, more).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        output
    }

    fn latest(&self, out: &str) -> PathBuf {
        results::runs(&self.path(out).join("fake")).into_iter().next().expect("there is a run")
    }
}

#[apply(test)]
fn a_divided_run_merges_to_the_whole_in_any_order() {
    let place = Place::new(11, "cat {file}");
    place.run("whole", &[]);
    let whole = read(&place.latest("whole"));
    let shares = ["1/3", "2/3", "3/3"];
    for (idx, share) in shares.iter().enumerate() {
        place.run(&format!("share{idx}"), &["--partition", share]);
    }
    let dirs: Vec<String> =
        (0..3).map(|idx| place.latest(&format!("share{idx}")).to_str().unwrap().to_owned()).collect();
    let merge = |order: &[usize], out: &str, more: &[&str]| {
        let (suite, out) = (place.path("suite"), place.path(out));
        let mut args = vec!["merge", "--suite", suite.to_str().unwrap(), "--out", out.to_str().unwrap()];
        args.extend(order.iter().map(|idx| dirs[*idx].as_str()));
        args.extend(more);
        call(&args)
    };
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for (idx, order) in orders.iter().enumerate() {
        let out = format!("merged{idx}");
        let output = merge(order, &out, &["--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let merged = read(&place.latest(&out));
        assert_eq!(said(&merged), said(&whole));
        assert_eq!(merged.header.suite, whole.header.suite);
        assert!(merged.header.complete);
        assert!(place.latest(&out).join("raw/python/letters/s1A/stdout.txt").is_file());
    }
    let refused: [(&[usize], &str); 3] = [
        (&[0, 2], "missing share: 2/3"),
        (&[0, 1, 2, 0], "share 1 is also in "),
        (&[], "required arguments"),
    ];
    for (order, message) in refused {
        let output = merge(order, "refused", &[]);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(!place.path("refused").exists());
    }
    let partial = merge(&[0, 2], "partial", &["--partial"]);
    assert_eq!(partial.status.code(), Some(0), "{}", stderr(&partial));
    let (results, _) = Results::read(&place.latest("partial")).unwrap();
    assert!(!results.header.complete && results.records.len() < 11);
}

#[apply(test)]
fn shares_of_other_requests_are_refused() {
    let place = Place::new(6, "cat {file}");
    place.run("one", &["--partition", "1/2"]);
    place.run("two", &["--partition", "2/2", "--seed", "7"]);
    place.run("three", &["--partition", "2/3"]);
    place.run("whole", &[]);
    let merged = |others: &[&str]| {
        let mut args = vec!["merge".to_owned(), place.latest("one").display().to_string()];
        args.extend(others.iter().map(|other| place.latest(other).display().to_string()));
        args.extend(["--out".to_owned(), place.path("merged").display().to_string()]);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = call(&args);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        stderr(&output)
    };
    assert!(merged(&["two"]).contains("another seed"));
    assert!(merged(&["three"]).contains("another number of shares"));
    assert!(merged(&["whole"]).contains("this run is whole"));
}

#[apply(test)]
fn an_empty_share_is_a_share() {
    let place = Place::new(2, "cat {file}");
    let n_shares = 9;
    let mut n_empty = 0;
    for k in 1..=n_shares {
        place.run(&format!("share{k}"), &["--partition", &format!("{k}/{n_shares}")]);
        n_empty += usize::from(read(&place.latest(&format!("share{k}"))).records.is_empty());
    }
    assert!((7..9).contains(&n_empty), "{n_empty}");
}

/// Moments at which a run is killed.
fn n_kills() -> u64 {
    amount(25, 35, 200)
}

#[apply(test)]
fn a_run_killed_at_any_moment_goes_on_to_the_same_results() {
    let place = Place::new(12, "sleep 0.00{line}; cat {file}");
    let started = std::time::Instant::now();
    place.run("whole", &["-j", "2", "--repeat", "2"]);
    let lasts = started.elapsed();
    let whole = said(&read(&place.latest("whole")));
    assert_eq!(whole.len(), 24);
    let mut n_resumed = 0;
    for kill in 0..n_kills() {
        let out = format!("killed{kill}");
        let more = ["-j", "2", "--repeat", "2"];
        let mut command = place.command(&out, &more);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Spread over the whole run without a pattern: multiples of the golden ratio.
        let share = (kill as f64 * 0.618_033_988_75).fract();
        std::thread::sleep(lasts.mul_f64(share * 1.1));
        child.kill().unwrap();
        child.wait().unwrap();
        let begun = results::runs(&place.path(&out).join("fake"));
        match begun.first() {
            None => drop(place.run(&out, &more)),
            Some(dir) => {
                n_resumed += 1;
                let more = [&more[..], &["--resume", dir.to_str().unwrap()]].concat();
                place.run(&out, &more);
            }
        }
        let dir = place.latest(&out);
        assert_eq!(said(&read(&dir)), whole, "killed after {share} of the run");
        std::fs::remove_dir_all(place.path(&out)).unwrap();
    }
    assert!(n_resumed * 2 > n_kills(), "{n_resumed} runs were begun when they were killed");
}

#[apply(test)]
fn what_depends_on_its_surroundings_is_nondeterministic_and_not_gated() {
    let script = "case {task}-$PYTHONHASHSEED in *s2B-2) head -n 3 {file};; *) cat {file};; esac";
    let place = Place::new(4, script);
    place.run("reports", &["--save-baseline", "steady"]);
    let more = ["--repeat", "4", "--baseline", "steady", "--fail-on", "any-change"];
    let output = place.run("reports", &more);
    let said = stderr(&output);
    assert!(
        said.contains("`python/letters/s2B` is nondeterministic: its runs have a Jaccard index of 0.75"),
        "{said}"
    );
    let text = stdout(&output);
    assert!(text.contains("not gated"), "{text}");
    let results = read(&place.latest("reports"));
    assert_eq!(results.repeats.len(), 4);
    assert!(results.repeats.values().all(|repeats| repeats.len() == 3));
    // Set by the first run, which was whole and steady, and not by the second.
    let best = std::fs::read_to_string(place.path("reports/fake/best.json")).unwrap();
    assert!(best.contains("\"run\"") && !best.contains("stability"), "{best}");
}

#[apply(test)]
fn failed_runs_are_made_again_on_demand() {
    let elsewhere = tempfile::tempdir().unwrap();
    let works = elsewhere.path().join("works");
    let script = format!("case {{task}} in *s2B) test -e {} || exit 3;; esac; cat {{file}}", works.display());
    let place = Place::new(3, &script);
    place.run("reports", &[]);
    let dir = place.latest("reports");
    let statuses =
        || read(&dir).records.iter().map(|record| (record.status, record.attempt)).collect::<Vec<_>>();
    assert_eq!(statuses(), [(Status::Answered, 1), (Status::Exited, 1), (Status::Answered, 1)]);
    let resume = ["--resume", dir.to_str().unwrap()];
    std::fs::write(&works, "").unwrap();
    place.run("reports", &resume);
    assert_eq!(statuses()[1], (Status::Exited, 1), "a record is a record");
    place.run("reports", &[&resume[..], &["--rerun", "failed"]].concat());
    assert_eq!(statuses(), [(Status::Answered, 1), (Status::Answered, 2), (Status::Answered, 1)]);
    let lines = std::fs::read_to_string(dir.join("tasks.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 4, "nothing that was measured is lost");
}

#[apply(test)]
fn threads_and_locale_change_nothing_but_times() {
    let place = Place::new(8, "cat {file}");
    let grades = |out: &str, jobs: &str, locale: &str| {
        let mut command = place.command(out, &["-j", jobs, "--format", "json"]);
        let output = command.env("LC_ALL", locale).env("LANG", locale).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut rows: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        for row in rows.as_array_mut().unwrap() {
            row["wall_s"] = 0.into();
        }
        rows.to_string()
    };
    let first = grades("a", "1", "C");
    assert_eq!(grades("b", "2", "tr_TR.UTF-8"), first);
    assert_eq!(grades("c", "4", "de_DE.UTF-8"), first);
    let compared = |base: &str, current: &str, locale: &str| {
        let mut command = program();
        command.args(["compare", "--format", "csv"]).arg(place.latest(base)).arg(place.latest(current));
        stdout(&command.env("LC_ALL", locale).output().unwrap())
    };
    assert_eq!(compared("a", "b", "C"), compared("b", "c", "tr_TR.UTF-8"));
}
