//! What our own machine lacks is never booked to a slicer: the run stops with exit code 2, keeps its records, and goes on.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use bench_slicers::results::{Results, Status, runs};

use crate::support::{program, stderr};

/// Tasks of the suite here.
const N_TASKS: usize = 12;

/// A suite, results and a temporary folder of their own.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        crate::run::suite(&dir.path().join("suite"), "python", "py", N_TASKS);
        fs::create_dir(dir.path().join("tmp")).unwrap();
        Place { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// An adapter whose slicer is this script; braces of the script are doubled.
    fn slicer(&self, script: &str) {
        let text = format!(
            "format = 1\nname = \"fake\"\nlanguages = [\"python\"]\n[limits]\noutput-mb = 1\n[[step]]\nshell = true\n\
             command = ['''{script}''']\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        );
        fs::write(self.path("fake.toml"), text).unwrap();
    }

    /// `run`, one task after the other, in a shell that does something before.
    fn run(&self, before: &str, more: &[&str]) -> Output {
        let own = program();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{before}\nexec \"$@\""), "sh"]).arg(own.get_program());
        shell
            .args(["run", "-j1", "--suite"])
            .arg(self.path("suite"))
            .arg("--slicer")
            .arg(self.path("fake.toml"));
        shell.arg("--out").arg(self.path("reports")).args(more).env("TMPDIR", self.path("tmp"));
        shell.output().unwrap()
    }

    /// The only run.
    fn results(&self) -> Results {
        let dirs = runs(&self.path("reports/fake"));
        assert_eq!(dirs.len(), 1);
        Results::read(&dirs[0]).unwrap().0
    }

    /// The run was stopped with this in its message, and goes on to its end where nothing is lacking.
    fn stops_and_goes_on(&self, output: &Output, cause: &str) {
        let said = stderr(output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let results = self.results();
        assert!(!results.header.complete);
        let is_booked = |status| status != Status::Answered;
        assert!(!results.records.iter().any(|record| is_booked(record.status)), "{:?}", results.records);
        let dir = results.dir.display().to_string();
        assert!(said.contains(cause) && said.contains(&format!("--resume {dir}`")), "{said}");
        assert_eq!(said.matches("error:").count(), 1, "{said}");
        let n_kept = results.records.len();
        let output = self.run("", &["--resume", &dir]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let resumed = self.results();
        assert!(resumed.header.complete);
        assert_eq!(resumed.records.len(), N_TASKS);
        assert!(resumed.records.iter().all(|record| record.status == Status::Answered));
        assert!(results.records.iter().all(|record| resumed.records.contains(record)), "{n_kept} were kept");
    }
}

#[apply(test)]
fn a_temporary_folder_that_is_not_there_stops_the_run() {
    for tmp in ["TMPDIR=/nonexistent", "TMPDIR=/dev/null", "TMPDIR=/proc"] {
        let place = Place::new();
        place.slicer("cat {file}");
        let output = place.run(&format!("export {tmp}"), &[]);
        place.stops_and_goes_on(&output, "set `TMPDIR` to a folder that can be written");
        assert!(stderr(&output).contains("cannot make a temporary folder"));
    }
}

#[apply(test)]
fn records_before_the_temporary_folder_went_are_kept() {
    let place = Place::new();
    let tmp = place.path("tmp");
    place.slicer(&format!(
        "cat {{file}}; case {{line}} in 5) [ -e {0} ] && mv {0} {0}.gone;; esac; :",
        tmp.display()
    ));
    let output = place.run("", &["--sandbox", "off"]);
    fs::rename(place.path("tmp.gone"), &tmp).unwrap();
    // The fifth call may end well or not; it must not be booked.
    let n_records = place.results().records.len();
    assert!((4..=5).contains(&n_records), "{n_records}");
    place.slicer("cat {file}");
    let output_said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{output_said}");
    assert!(place.results().records.iter().all(|record| record.status == Status::Answered));
}

#[apply(test)]
fn file_handles_that_run_out_stop_the_run() {
    let mut n_stopped = 0;
    for n_handles in 5..=16 {
        let place = Place::new();
        place.slicer("cat {file}");
        let output = place.run(&format!("ulimit -n {n_handles}"), &[]);
        let said = stderr(&output);
        match output.status.code() {
            Some(0) => assert_eq!(place.results().records.len(), N_TASKS),
            // Too few to load the suite, or to make the folder of the run.
            Some(2) if !said.contains("--resume") => assert!(said.contains("ulimit -n"), "{said}"),
            _ => {
                place.stops_and_goes_on(&output, "raise the limit of open files (`ulimit -n`)");
                n_stopped += 1;
            }
        }
    }
    assert!(n_stopped > 0);
}

#[apply(test)]
fn results_that_cannot_grow_stop_the_run() {
    let place = Place::new();
    place.slicer("cat {file}");
    // 4 or 8 KiB: the header and some records.
    let output = place.run("ulimit -f 8", &[]);
    let n_records = place.results().records.len();
    assert!(n_records < N_TASKS, "{n_records}");
    place.stops_and_goes_on(&output, "raise the limit of the size of files");
}

/// Whether a file system of our own can be mounted here, which takes a kernel that lets users do so.
fn can_mount() -> bool {
    let tried = Command::new("unshare").args(["-rm", "sh", "-c", "mount -t tmpfs none /mnt"]).output();
    tried.is_ok_and(|output| output.status.success())
}

/// As [`Place::run`], with a temporary folder on a disk of so many KiB.
fn run_on_small_disk(place: &Place, kib: usize, before: &str) -> Output {
    let own = program();
    let mount = format!("mount -t tmpfs -o size={kib}k none \"$TMPDIR\" && {before} && exec \"$@\"");
    let mut shell = Command::new("unshare");
    shell.args(["-rm", "sh", "-c", &mount, "sh"]).arg(own.get_program());
    shell
        .args(["run", "-j1", "--suite"])
        .arg(place.path("suite"))
        .arg("--slicer")
        .arg(place.path("fake.toml"));
    shell.arg("--out").arg(place.path("reports")).env("TMPDIR", place.path("tmp")).output().unwrap()
}

#[apply(test)]
fn a_full_disk_stops_the_run() {
    if !can_mount() {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    // Full before the copy of the program, and full only for what the slicer writes.
    for kib in [64, 100] {
        let place = Place::new();
        place.slicer("head -c 90000 /dev/zero >{tmp}/scratch || exit 7; cat {file}");
        let fill = format!("head -c {} /dev/zero >\"$TMPDIR/full\"", if kib == 64 { 65536 } else { 40000 });
        let output = run_on_small_disk(&place, kib, &fill);
        place.stops_and_goes_on(&output, "No space left on device");
    }
}

#[apply(test)]
fn a_slicer_that_fills_the_disk_has_itself_to_blame() {
    if !can_mount() {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    let place = Place::new();
    place.slicer("case {line} in 3) cat /dev/zero >{tmp}/scratch || exit 7;; esac; cat {file}");
    let output = run_on_small_disk(&place, 2000, "true");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let failed: Vec<_> =
        place.results().records.into_iter().filter(|record| record.status != Status::Answered).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].reason.as_deref(), Some("exit 7"));
}

#[apply(test)]
fn reasons_name_no_folder_that_differs_from_call_to_call() {
    let place = Place::new();
    place.slicer("cat {file}");
    let text = fs::read_to_string(place.path("fake.toml")).unwrap();
    let text = text.replace("shell = true", "cwd = \"{tmp}/none\"\nshell = true");
    fs::write(place.path("fake.toml"), text).unwrap();
    let output = place.run("", &[]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let reasons: std::collections::BTreeSet<String> =
        place.results().records.into_iter().filter_map(|record| record.reason).collect();
    assert_eq!(Vec::from_iter(reasons), ["working folder `…/tmp/none` not found"]);
}
