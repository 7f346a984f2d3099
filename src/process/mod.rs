//! Runs one program within limits of time, memory and output, and leaves nothing behind.
//!
//! In: an [`Invocation`]. Out: a [`Completion`], always: a program that cannot be started, hangs,
//! floods or forks is data here, never an error, and [`run`] comes back in bounded time.
//!
//! The program leads a process group of its own. Both pipes are drained while waiting, since a full
//! pipe would look like a timeout. At the limit the whole group is ended; processes that left the group
//! are found because this process is their subreaper and because they inherit the environment variable
//! [`RUN_VARIABLE`]. Nothing runs between fork and exec, which keeps `posix_spawn` and its speed
//! (`pre_exec` costs 50 ms a run once this process holds 1 GiB): limits are set from outside. Programs inside walls come from a
//! small process that divides itself (`spawn`).
//!
//! Must not know what a slicer or a task is, nor print.

mod child;
mod enclosed;
mod interrupt;
mod left;
mod leftovers;
mod memory;
mod memory_group;
mod probe;
mod remove;
mod server;
mod session;
mod spawn;
mod sys;
mod text;
mod walls;

use std::time::{Duration, Instant};

use child::{Asked, Child, Wake};

pub use child::{Invocation, Limits};
pub use interrupt::{end_runs_on_signals, is_interrupted, note_first_interrupt, until_interrupted};
pub use left::{Left, LeftError, MAX_LEFT_DEPTH, MAX_LEFT_FILES};
pub use leftovers::RUN_VARIABLE;
pub use memory_group::{hand_memory_back, limits_memory};
pub use remove::remove_tree;
pub use server::{Heard, Route, RunningServer, Turn};
pub use session::Session;
pub use text::{End, Lack, byte_text, duration_text, signal_name};
pub use walls::{Layers, Network, TRAMPOLINE, Walls, enter, is_system, network_paths};

/// How long pipes and processes that outlive the program may take to end by themselves.
const SETTLE: Duration = Duration::from_millis(100);

/// Output that was written before the limit is still read for this long when the program ends just before it.
const LATE_READ: Duration = Duration::from_millis(20);

/// More grace would be a hang.
const LONGEST_GRACE_S: f64 = 60.0;

/// What is known of a program that was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// How it ended.
    ///
    /// The memory limit makes allocations fail, and what a program then does is its own affair.
    /// With a limit, [`End::OutOfMemory`] is said when the program or a child took more all the same,
    /// when it failed and standard error says that memory ran out, and when it died by a signal with its
    /// peak memory over half of the limit (a table that doubles fails there). Everything else stays what it is.
    pub end: End,
    /// Standard output, up to the limit; nothing that was written after the time was over.
    pub stdout: Vec<u8>,
    /// Standard error, likewise.
    pub stderr: Vec<u8>,
    /// Wall-clock time from before the start to the end of the program, seconds.
    pub wall_s: f64,
    /// User plus system time of the program and of the children it waited for, seconds; `None` when it
    /// was not started or could not be waited for.
    pub cpu_s: Option<f64>,
    /// Largest resident size of the program or of a child it waited for, bytes. `None` when unknown:
    /// Linux counts the memory of the process that starts a program, so that only sizes above
    /// our own mean anything.
    pub memory_byte: Option<u64>,
    /// Processes that outlived the program, or left its group before the limit, and were killed.
    pub n_leaked: usize,
    /// Its work folder inside walls that made one of their own, which is gone with the last handle; else `None`.
    pub left: Option<Left>,
}

impl Completion {
    /// Of a program that did not have to be run.
    pub fn needless() -> Completion {
        Completion { end: End::Done, wall_s: 0.0, ..not_started(End::Done, Instant::now()) }
    }
}

/// Runs a program to its end or to its limit, and ends whatever it leaves behind.
///
/// Comes back at the latest a few seconds after `wall_s + grace_s`. May be called from several threads.
pub fn run(invocation: &Invocation) -> Completion {
    run_asking(invocation, None).expect("nobody says that it is not needed")
}

/// As [`run`], but the program is killed as soon as it is not needed any more, which is asked every 20 ms; `None` then.
pub fn run_unless(invocation: &Invocation, is_needless: &dyn Fn() -> bool) -> Option<Completion> {
    run_asking(invocation, Some(is_needless))
}

fn run_asking(invocation: &Invocation, is_needless: Asked<'_>) -> Option<Completion> {
    let limits = &invocation.limits;
    let start = Instant::now();
    let mark = leftovers::RunMark::new();
    let mut child = match Child::spawn(invocation, mark.value()) {
        Ok(child) => child,
        Err(end) => return Some(not_started(end, start)),
    };
    let deadline = after(start, limits.wall_s);
    let mut limit = match child.watch_unless(deadline, is_needless) {
        Wake::Ended => None,
        Wake::Needless => {
            child.kill();
            let outcome = child.reap();
            leftovers::settle(&mark, outcome.pid, outcome.ended, true);
            return None;
        }
        Wake::OutputOver => Some(End::OutputOver),
        Wake::OverMemory => Some(End::OutOfMemory),
        Wake::Deadline => Some(End::TimedOut),
    };
    match limit {
        None if child.drain(last_read(deadline)) == Wake::OutputOver => limit = Some(End::OutputOver),
        None => {}
        Some(End::OutputOver | End::OutOfMemory) => child.kill(),
        Some(_) => child.terminate(after(Instant::now(), limits.grace_s.min(LONGEST_GRACE_S))),
    }
    let outcome = child.reap();
    let n_leaked = leftovers::settle(&mark, outcome.pid, outcome.ended + SETTLE, limit.is_some());
    let n_leaked = n_leaked + outcome.n_left;
    let not_started = outcome.failed.clone();
    Some(Completion {
        end: limit.or(not_started).unwrap_or_else(|| text::natural_end(&outcome, limits)),
        stdout: outcome.stdout,
        stderr: outcome.stderr,
        wall_s: (outcome.ended - start).as_secs_f64(),
        cpu_s: outcome.cpu_s,
        memory_byte: outcome.memory_byte,
        n_leaked,
        left: outcome.left,
    })
}

fn not_started(end: End, start: Instant) -> Completion {
    Completion {
        end,
        stdout: Vec::new(),
        stderr: Vec::new(),
        wall_s: start.elapsed().as_secs_f64(),
        cpu_s: None,
        memory_byte: None,
        n_leaked: 0,
        left: None,
    }
}

/// `None` when that is never; a negative or undefined number of seconds is now.
fn after(start: Instant, seconds: f64) -> Option<Instant> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) => start.checked_add(duration),
        Err(_) if seconds > 0.0 => None,
        Err(_) => Some(start),
    }
}

/// Until when to read what the ended program's children still write: not beyond the limit, except for
/// what was already in the pipe.
fn last_read(deadline: Option<Instant>) -> Instant {
    let now = Instant::now();
    let settled = now + SETTLE;
    deadline.map_or(settled, |deadline| settled.min(deadline.max(now + LATE_READ)))
}
