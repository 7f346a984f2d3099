//! Processes that outlive the program that started them: found, ended, waited for.
//!
//! As a child subreaper (Linux), this process becomes the parent of every orphan below it, daemons
//! included, so that whatever a program leaves behind is in the tree of our own children. The work must
//! not touch the programs of other threads. A child of ours belongs to a run when
//! - it is in the group of the run's leader, or
//! - its environment has the mark of the run, or
//! - it is in another session than ours, where we start nothing, and no other run is going on.
//!
//! A daemon that also cleared its environment is thus ended by the last run to end.
//! Without `/proc` only the group is ended.

use std::collections::HashSet;
use std::fs;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

use super::sys;

/// Environment variable that marks every process of a run, also those that leave its group.
///
/// Its value is unique to the run; runs inside a run append theirs after a `/`.
pub const RUN_VARIABLE: &str = "BENCH_SLICERS_RUN";

/// How long processes that fork as fast as they are killed are pursued.
const PURSUIT: Duration = Duration::from_secs(2);

/// Runs that are going on in this process.
static N_RUNS: AtomicUsize = AtomicUsize::new(0);

/// Identity of one run, for as long as it goes on.
pub(super) struct RunMark {
    value: String,
}

impl RunMark {
    /// A new value, after those of the runs that this process is itself part of.
    pub(super) fn new() -> RunMark {
        static N_MARKS: AtomicU64 = AtomicU64::new(0);
        static REAPER: Once = Once::new();
        REAPER.call_once(become_reaper);
        N_RUNS.fetch_add(1, Ordering::SeqCst);
        let own = format!("{}-{}", std::process::id(), N_MARKS.fetch_add(1, Ordering::SeqCst));
        let outer = std::env::var(RUN_VARIABLE).ok();
        RunMark { value: outer.map_or(own.clone(), |outer| format!("{outer}/{own}")) }
    }

    /// Value of the environment variable.
    pub(super) fn value(&self) -> &str {
        &self.value
    }

    /// Whether a process inherited it, directly or through a run inside this one.
    fn is_in(&self, environ: &[u8]) -> bool {
        environ.split(|byte| *byte == 0).any(|entry| {
            let value = entry
                .strip_prefix(RUN_VARIABLE.as_bytes())
                .and_then(|rest| rest.strip_prefix(b"="))
                .and_then(|value| value.strip_prefix(self.value.as_bytes()));
            value.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
        })
    }
}

impl Drop for RunMark {
    fn drop(&mut self) {
        N_RUNS.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(target_os = "linux")]
fn become_reaper() {
    // Refused by nothing but kernels before 3.4; orphans then go to init, and only groups are ended.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(not(target_os = "linux"))]
fn become_reaper() {}

/// Ends what is left of a run whose leader was waited for; says how many processes had to be killed.
///
/// Processes that end by themselves until `grace` are not counted. With `at_limit` nothing is given
/// time, and only those that left the group are counted: the others were ended with the program.
pub(super) fn settle(mark: &RunMark, leader: Pid, grace: Instant, at_limit: bool) -> usize {
    let mut killed = HashSet::new();
    let give_up = Instant::now() + PURSUIT;
    let mut pause = Duration::from_micros(500);
    while may_have_leftovers(leader) {
        let leftovers = living_leftovers(mark, leader);
        let now = Instant::now();
        if leftovers.is_empty() || now > give_up {
            break;
        }
        if at_limit || now >= grace {
            for leftover in leftovers {
                let _ = rustix::process::kill_process(leftover.pid, Signal::KILL);
                if !at_limit || !leftover.is_in_group(leader) {
                    killed.insert(leftover.pid);
                }
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
    killed.len()
}

/// Cheap: a few system calls when nothing is left.
fn may_have_leftovers(leader: Pid) -> bool {
    while let Ok(Some(_)) = rustix::process::waitpgid(leader, WaitOptions::NOHANG) {}
    rustix::process::test_kill_process_group(leader).is_ok()
        || orphan_list().is_none_or(|list| !list.trim().is_empty())
}

/// A line of `/proc/<pid>/stat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    pid: Pid,
    parent: Option<Pid>,
    /// 0 when its leader is outside of our process namespace; so is `session`.
    group: i32,
    session: i32,
    is_dead: bool,
}

impl Process {
    fn read(pid: Pid) -> Option<Process> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        Process::parse(pid, &String::from_utf8_lossy(&stat))
    }

    fn parse(pid: Pid, stat: &str) -> Option<Process> {
        // The name is in parentheses and may itself hold spaces and parentheses.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_whitespace();
        let state = fields.next()?;
        let mut number = || fields.next()?.parse::<i32>().ok();
        Some(Process {
            pid,
            parent: Pid::from_raw(number()?),
            group: number()?,
            session: number()?,
            is_dead: matches!(state, "Z" | "X"),
        })
    }

    fn is_in_group(&self, leader: Pid) -> bool {
        self.group == leader.as_raw_nonzero().get()
    }

    fn has_mark(&self, mark: &RunMark) -> bool {
        fs::read(format!("/proc/{}/environ", self.pid)).is_ok_and(|environ| mark.is_in(&environ))
    }
}

/// What a run left behind and is not dead; the dead are waited for.
fn living_leftovers(mark: &RunMark, leader: Pid) -> Vec<Process> {
    let orphans = own_children();
    // Counted after the orphans were listed: a run that starts now has none among them.
    // As process 1 of a container we get everybody's orphans.
    let is_alone = N_RUNS.load(Ordering::SeqCst) == 1 && !rustix::process::getpid().is_init();
    let own_session = sys::own_session();
    let mut is_any = rustix::process::test_kill_process_group(leader).is_ok();
    let mut found = HashSet::new();
    for orphan in orphans {
        let is_foreign = orphan.session != own_session;
        if orphan.is_dead {
            // No thread waits for a process that it did not start.
            if is_foreign {
                let _ = rustix::process::waitpid(Some(orphan.pid), WaitOptions::NOHANG);
            }
        } else if (is_foreign && is_alone) || orphan.is_in_group(leader) || orphan.has_mark(mark) {
            found.insert(orphan.pid);
            is_any = true;
        }
    }
    if is_any { with_descendants(found, mark, leader) } else { Vec::new() }
}

/// Adds the processes below those found, in the group, or with the mark; without the dead.
fn with_descendants(mut found: HashSet<Pid>, mark: &RunMark, leader: Pid) -> Vec<Process> {
    let all: Vec<Process> = all_pids().into_iter().filter_map(Process::read).collect();
    for process in &all {
        if process.is_in_group(leader) || process.has_mark(mark) {
            found.insert(process.pid);
        }
    }
    loop {
        let n_found = found.len();
        for process in &all {
            if process.parent.is_some_and(|parent| found.contains(&parent)) {
                found.insert(process.pid);
            }
        }
        if found.len() == n_found {
            break;
        }
    }
    all.into_iter().filter(|process| found.contains(&process.pid) && !process.is_dead).collect()
}

/// Ids of the children of the main thread, to which orphans are given; `None` where the kernel keeps no list.
fn orphan_list() -> Option<String> {
    let own = rustix::process::getpid();
    fs::read_to_string(format!("/proc/{own}/task/{own}/children")).ok()
}

/// Orphans; all of our children where nobody tells them apart.
fn own_children() -> Vec<Process> {
    match orphan_list() {
        Some(list) => pids(list.split_whitespace()).filter_map(Process::read).collect(),
        None => {
            let own = rustix::process::getpid();
            let all = all_pids().into_iter().filter_map(Process::read);
            all.filter(|process| process.parent == Some(own)).collect()
        }
    }
}

fn all_pids() -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    pids(names.iter().map(String::as_str)).collect()
}

fn pids<'t>(words: impl Iterator<Item = &'t str>) -> impl Iterator<Item = Pid> {
    words.filter_map(|word| word.parse().ok().and_then(Pid::from_raw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_alone_and_before_inner_runs() {
        let mark = RunMark { value: "7-1".to_string() };
        N_RUNS.fetch_add(1, Ordering::SeqCst);
        let check = |environ: &[u8], expected| assert_eq!(mark.is_in(environ), expected);
        check(b"HOME=/\0BENCH_SLICERS_RUN=7-1\0", true);
        check(b"BENCH_SLICERS_RUN=7-1/9-3\0", true);
        check(b"BENCH_SLICERS_RUN=7-12\0", false);
        check(b"X=BENCH_SLICERS_RUN=7-1\0", false);
        check(b"", false);
    }

    #[test]
    fn a_name_with_parentheses_does_not_hide_the_parent() {
        let pid = rustix::process::getpid();
        let process = Process::parse(pid, "9 (a) b (c)) Z 4 5 6 0 -1").expect("it has all fields");
        assert_eq!(process.parent, Pid::from_raw(4));
        assert_eq!((process.group, process.session, process.is_dead), (5, 6, true));
        assert_eq!(Process::parse(pid, "9 (a"), None);
    }

    #[test]
    fn leaders_outside_of_the_namespace_are_no_error() {
        let pid = rustix::process::getpid();
        let process = Process::parse(pid, "9 (a) S 0 0 0 0 -1").expect("it has all fields");
        assert_eq!((process.parent, process.group, process.session), (None, 0, 0));
    }
}
