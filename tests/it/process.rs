//! Programs that behave badly, each a few lines of shell.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bench_slicers::process::{Completion, End, Invocation, Limits, Session, end_runs_on_signals, run};

use crate::support::survivors;

/// Variable by which a test finds its own processes.
const MARK: &str = "BENCH_SLICERS_TEST";

fn shell(script: &str, limits: Limits) -> Invocation {
    static N_MARKS: AtomicUsize = AtomicUsize::new(0);
    let mark = format!("<{}-{}>", std::process::id(), N_MARKS.fetch_add(1, Ordering::SeqCst));
    Invocation {
        argv: ["sh", "-c", script].map(String::from).to_vec(),
        cwd: std::env::temp_dir(),
        env: BTreeMap::from([(MARK.to_string(), mark)]),
        limits,
        ..Invocation::default()
    }
}

/// Limits that no well-behaved script reaches.
fn ample() -> Limits {
    Limits { wall_s: 30.0, grace_s: 0.2, memory_byte: None, output_byte: 4 << 20 }
}

fn short() -> Limits {
    Limits { wall_s: 0.3, ..ample() }
}

/// Runs a script; whatever it does, this does not wait for its end, and then nothing of it is left.
fn run_shell(script: &str, limits: Limits) -> Completion {
    let invocation = shell(script, limits);
    let start = Instant::now();
    let completion = run(&invocation);
    assert!(completion.wall_s <= start.elapsed().as_secs_f64());
    // Scripts that hang do so for minutes.
    assert!(completion.wall_s < 30.0, "hung: {script}");
    wait_for(&format!("all of `{script}` to end"), || survivors(MARK, &invocation.env[MARK]).is_empty());
    completion
}

#[apply(test)]
fn output_and_error_are_kept_apart_and_measured() {
    let completion = run_shell("echo answer; echo chatter >&2", ample());
    assert_eq!(completion.end, End::Exited(0));
    assert_eq!(completion.stdout, b"answer\n");
    assert_eq!(completion.stderr, b"chatter\n");
    assert_eq!(completion.n_leaked, 0);
    assert!(completion.wall_s > 0.0 && completion.cpu_s.is_some_and(|cpu_s| cpu_s <= completion.wall_s));
}

#[apply(test)]
fn standard_input_is_empty() {
    let completion = run_shell("cat; echo end", ample());
    assert_eq!((completion.end, completion.stdout), (End::Exited(0), b"end\n".to_vec()));
}

#[apply(test)]
fn folder_and_environment_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let mut invocation = shell("pwd -P; echo $COLOUR", ample());
    invocation.cwd = folder.path().canonicalize().unwrap();
    invocation.env.insert("COLOUR".into(), "green".into());
    let expected = format!("{}\ngreen\n", invocation.cwd.display());
    assert_eq!(String::from_utf8(run(&invocation).stdout).unwrap(), expected);
}

#[apply(test)]
fn exit_codes_and_signals_are_told_apart() {
    assert_eq!(run_shell("exit 3", ample()).end, End::Exited(3));
    assert_eq!(run_shell("kill -SEGV $$", ample()).end, End::Signalled(11));
    assert_eq!(run_shell("kill -KILL $$", ample()).end, End::Signalled(9));
}

#[apply(test)]
fn cpu_time_includes_children_that_were_waited_for() {
    let completion = run_shell("sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; exit 0", ample());
    assert!(completion.cpu_s.is_some_and(|cpu_s| cpu_s > 0.01), "{completion:?}");
}

#[apply(test)]
fn a_hang_ends_at_the_limit() {
    let completion = run_shell("echo early; sleep 60", short());
    assert_eq!(completion.end, End::TimedOut);
    assert_eq!(completion.stdout, b"early\n");
    assert_eq!(completion.n_leaked, 0);
    assert!(completion.wall_s >= 0.3 && completion.wall_s < 5.0, "{}", completion.wall_s);
}

#[apply(test)]
fn a_hang_that_ignores_the_polite_signal_ends_after_the_grace() {
    let script = "trap '' TERM; while :; do sleep 1; done";
    let completion = run_shell(script, short());
    assert_eq!(completion.end, End::TimedOut);
    assert!(completion.wall_s >= 0.5 && completion.wall_s < 5.0, "{}", completion.wall_s);
}

#[apply(test)]
fn output_after_the_limit_is_ignored() {
    let script = "trap 'echo late; exit 0' TERM; echo early; while :; do sleep 0.05; done";
    let completion = run_shell(script, short());
    assert_eq!((completion.end, completion.stdout), (End::TimedOut, b"early\n".to_vec()));
}

#[apply(test)]
fn many_children_are_ended_with_the_program() {
    let forks = "i=0; while [ $i -lt 20 ]; do sleep 60 & i=$((i+1)); done;";
    let completion = run_shell(&format!("{forks} wait"), short());
    assert_eq!((completion.end, completion.n_leaked), (End::TimedOut, 0));
    let completion = run_shell(&format!("{forks} echo answer"), ample());
    assert_eq!((completion.end, completion.n_leaked), (End::Exited(0), 20));
    assert_eq!(completion.stdout, b"answer\n");
}

#[apply(test)]
fn a_grandchild_that_keeps_the_output_open_is_no_hang() {
    let completion = run_shell("(sleep 60; echo late) & echo answer", ample());
    assert_eq!((completion.end, completion.stdout), (End::Exited(0), b"answer\n".to_vec()));
    assert!(completion.n_leaked >= 1);
    assert!(completion.wall_s < 5.0);
}

#[apply(test)]
fn a_child_that_ends_soon_after_the_program_is_heard_and_no_leak() {
    let completion = run_shell("(sleep 0.03; echo more) & echo answer", ample());
    assert_eq!((completion.end, completion.n_leaked), (End::Exited(0), 0));
    assert_eq!(completion.stdout, b"answer\nmore\n");
}

#[apply(test)]
fn a_daemon_in_its_own_session_is_found() {
    let daemon = "setsid sleep 60 </dev/null >/dev/null 2>&1 &";
    // The pause lets `setsid` leave the group first.
    let completion = run_shell(&format!("{daemon} sleep 0.1; echo answer"), ample());
    assert_eq!((completion.end, completion.n_leaked), (End::Exited(0), 1));
    let completion = run_shell(&format!("{daemon} sleep 60"), short());
    assert_eq!((completion.end, completion.n_leaked), (End::TimedOut, 1));
}

#[apply(test)]
fn a_wrapper_takes_its_grandchildren_along() {
    let completion = run_shell("sh -c 'sh -c \"sleep 60\"; true'; true", short());
    assert_eq!(completion.end, End::TimedOut);
}

#[apply(test)]
fn a_flood_is_stopped_and_its_beginning_kept() {
    let completion = run_shell("yes", Limits { output_byte: 100_001, ..ample() });
    assert_eq!(completion.end, End::OutputOver);
    assert_eq!(completion.stdout.len(), 100_001);
    assert!(completion.stdout.starts_with(b"y\ny\n"));
}

#[apply(test)]
fn output_of_just_the_limit_is_allowed() {
    let script = "head -c 100000 /dev/zero";
    let completion = run_shell(script, Limits { output_byte: 100_000, ..ample() });
    assert_eq!((completion.end, completion.stdout.len()), (End::Exited(0), 100_000));
    let completion = run_shell(script, Limits { output_byte: 99_999, ..ample() });
    assert_eq!((completion.end, completion.stdout.len()), (End::OutputOver, 99_999));
}

#[apply(test)]
fn a_full_pipe_is_not_a_timeout() {
    let script = "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero";
    let completion = run_shell(script, ample());
    assert_eq!(completion.end, End::Exited(0));
    assert_eq!((completion.stdout.len(), completion.stderr.len()), (2_000_000, 1_000_000));
}

#[apply(test)]
fn what_cannot_be_started_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str, mode| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    write("plain", "#!/bin/sh\n", 0o644);
    write("orphan", "#!/no/such/shell\n", 0o755);
    let check = |argv: &[&str], expected: &str| {
        let mut invocation = shell("", ample());
        invocation.argv = argv.iter().map(|word| word.to_string()).collect();
        invocation.cwd = folder.path().to_path_buf();
        assert_eq!(run(&invocation).end, End::NotStarted(expected.to_string()));
    };
    check(&[], "empty command");
    check(&["no-such-slicer"], "`no-such-slicer` not found");
    check(&["./no-such-slicer"], "`./no-such-slicer` not found");
    check(&["./plain"], "`./plain` not executable");
    check(&["./orphan"], "interpreter of `./orphan` not found");
    let mut invocation = shell("", ample());
    invocation.cwd = "/no/such/folder".into();
    assert_eq!(run(&invocation).end, End::NotStarted("working folder `/no/such/folder` not found".into()));
}

#[apply(test)]
fn a_program_is_found_in_the_path_that_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my-slicer");
    std::fs::write(&path, "#!/bin/sh\necho mine\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut invocation = shell("", ample());
    invocation.argv = vec!["my-slicer".into()];
    invocation.env.insert("PATH".into(), format!("{}:/usr/bin:/bin", folder.path().display()));
    assert_eq!(run(&invocation).stdout, b"mine\n");
    invocation.env.insert("PATH".into(), "/no/such/folder".into());
    assert_eq!(run(&invocation).end, End::NotStarted("`my-slicer` not found".into()));
}

#[apply(test)]
fn running_out_of_memory_is_told_from_other_failures() {
    let limits = Limits { memory_byte: Some(64 << 20), ..ample() };
    // A limit is in force a moment after the start, which takes longer on a busy machine.
    let eater = "sleep 0.5; dd if=/dev/zero of=/dev/null bs=500M count=1";
    let completion = run_shell(eater, limits.clone());
    assert_eq!(completion.end, End::OutOfMemory, "{}", String::from_utf8_lossy(&completion.stderr));
    assert_eq!(run_shell("echo 'out of memory' >&2; exit 1", ample()).end, End::Exited(1));
    assert_eq!(run_shell("kill -SEGV $$", limits).end, End::Signalled(11));
}

#[apply(test)]
fn runs_side_by_side_do_not_touch_each_other() {
    std::thread::scope(|scope| {
        for n in 0..8 {
            scope.spawn(move || {
                let daemon = "setsid sleep 60 </dev/null >/dev/null 2>&1 &";
                let completion = run_shell(&format!("{daemon} sleep 0.{n}5; echo {n}; exit {n}"), ample());
                assert_eq!((completion.end, completion.n_leaked), (End::Exited(n), 1));
                assert_eq!(completion.stdout, format!("{n}\n").as_bytes());
            });
        }
    });
}

#[apply(test)]
fn a_child_of_somebody_else_is_left_alone() {
    let mut other = Command::new("sleep").arg("0.5").stdin(Stdio::null()).spawn().unwrap();
    run_shell("setsid sleep 60 & sleep 0.1", ample());
    run_shell("sleep 60", short());
    assert!(other.wait().unwrap().success());
}

/// Set for the copy of the test binary that is to be interrupted.
const INTERRUPT_ME: &str = "BENCH_SLICERS_INTERRUPT_ME";

/// Ends a copy of this binary that runs only this test, once it has programs with the mark of the invocation; none
/// of them is left. Not by an interrupt, which is ignored in whatever a shell without a terminal runs in the background.
fn check_ended_copy(test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let invocation = shell("", ample());
    let mut copy = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .current_dir(folder.path())
        .env(INTERRUPT_ME, "1")
        .env("OUTER", &invocation.env[MARK])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let is_started =
        || folder.path().join("started").exists() && !survivors(MARK, &invocation.env[MARK]).is_empty();
    wait_for("the program to start", is_started);
    let pid = rustix::process::Pid::from_child(&copy);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(copy.wait().unwrap().signal(), Some(15));
    wait_for("the program to end", || survivors(MARK, &invocation.env[MARK]).is_empty());
}

/// In such a copy, a program that starts with these words of shell.
fn program_of_copy(script: &str) -> Option<Invocation> {
    std::env::var_os(INTERRUPT_ME)?;
    end_runs_on_signals();
    let mut invocation = shell(&format!("export {MARK}=$OUTER; touch started; {script}"), ample());
    invocation.env.remove(MARK);
    invocation.cwd = std::env::current_dir().unwrap();
    Some(invocation)
}

#[apply(test)]
fn an_end_by_signal_takes_the_running_programs_along() {
    match program_of_copy("sleep 60") {
        Some(invocation) => drop(run(&invocation)),
        None => check_ended_copy("process::an_end_by_signal_takes_the_running_programs_along"),
    }
}

#[apply(test)]
fn an_end_by_signal_takes_sessions_along_that_are_being_started() {
    let Some(mut invocation) = program_of_copy("exec sleep 60") else {
        for _ in 0..10 {
            check_ended_copy("process::an_end_by_signal_takes_sessions_along_that_are_being_started");
        }
        return;
    };
    let _one_that_is_running = Session::start(&invocation).unwrap();
    // One that has the mark before it is started.
    invocation.argv = ["sleep", "60"].map(String::from).to_vec();
    invocation.env.insert(MARK.to_owned(), std::env::var("OUTER").unwrap());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| while Session::start(&invocation).is_ok() {});
        }
    });
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Set for the copy of the test binary that measures.
const ALONE: &str = "BENCH_SLICERS_ALONE";

#[apply(test)]
fn a_run_costs_little_more_than_starting_a_program() {
    // In a process of its own: what a start takes grows with the memory of who starts, which other tests fill.
    if std::env::var_os(ALONE).is_none() {
        let copy = Command::new(std::env::current_exe().unwrap())
            .args(["process::a_run_costs_little_more_than_starting_a_program", "--exact", "--nocapture"])
            .env(ALONE, "1")
            .output()
            .unwrap();
        assert!(copy.status.success(), "{}", String::from_utf8_lossy(&copy.stderr));
        return;
    }
    let invocation = Invocation {
        argv: vec!["/bin/true".into()],
        cwd: "/".into(),
        env: BTreeMap::new(),
        limits: Limits { memory_byte: Some(1 << 30), ..ample() },
        ..Invocation::default()
    };
    let bare = || {
        let mut command = Command::new("/bin/true");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().unwrap();
    };
    let milliseconds = |work: &dyn Fn()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1000.0
    };
    // The least of many: each time it waits for something, other tests take their turn first, and that only ever adds.
    let (mut bare_ms, mut run_ms) = (f64::INFINITY, f64::INFINITY);
    let (start, mut n_tries) = (Instant::now(), 0);
    // Generous; alone it is less than three times.
    let is_little = |run_ms: f64, bare_ms: f64| run_ms < 10.0 * bare_ms;
    while n_tries < 101 || !is_little(run_ms, bare_ms) && start.elapsed() < Duration::from_secs(120) {
        bare_ms = bare_ms.min(milliseconds(&bare));
        run_ms = run_ms.min(milliseconds(&|| assert_eq!(run(&invocation).end, End::Exited(0))));
        n_tries += 1;
    }
    assert!(is_little(run_ms, bare_ms), "{run_ms:.3} ms, {bare_ms:.3} ms without limits");
}
