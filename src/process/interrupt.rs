//! The end of this process by a signal takes the running programs along.
//!
//! They lead groups of their own, so that an interrupt from the keyboard reaches only us. Signals are dealt with in a
//! thread, where locks may be taken; a program is started and entered under the eyes of it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::sys;

/// What is running, for whoever ends it.
struct Running {
    /// Programs that are being started and have no entry yet.
    n_starting: usize,
    entered: Vec<Pid>,
    /// Nothing is started any more.
    is_ending: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { n_starting: 0, entered: Vec::new(), is_ending: false });

/// Told when a program that was being started has its entry.
static STARTED: Condvar = Condvar::new();

/// Whether the next interrupt or termination is only noted.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// Whether an interrupt or termination was noted.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long an interrupt waits for programs that are being started.
const START_WAIT: Duration = Duration::from_secs(1);

/// From now on, an interrupt, termination or hang-up kills the groups of all programs that [`run`](super::run)
/// and [`Session`](super::Session) are running, and then ends this process as it would have without this call.
pub fn end_runs_on_signals() {
    // Whoever started us wants some ignored, as `nohup` does.
    let awaited = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !sys::is_ignored(signal));
    // A file that may not grow is an error of writing, and ends nothing.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    // Without a handler the signals end us as they end everybody.
    let Ok(mut signals) = Signals::new(awaited) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match signal != SIGHUP && IS_PATIENT.swap(false, Ordering::SeqCst) {
                true => IS_INTERRUPTED.store(true, Ordering::SeqCst),
                false => end_runs(signal),
            }
        }
    });
}

/// From now on, the first interrupt or termination is only noted, for [`is_interrupted`] to tell; the second
/// ends this process as a hang-up does.
pub fn note_first_interrupt() {
    IS_PATIENT.store(true, Ordering::SeqCst);
}

/// Whether there was an interrupt or termination since [`note_first_interrupt`].
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::SeqCst)
}

/// Whether a search goes on: until the program is interrupted.
pub fn until_interrupted() -> ControlFlow<()> {
    match is_interrupted() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn end_runs(signal: libc::c_int) {
    let mut running = running();
    running.is_ending = true;
    let waited = STARTED.wait_timeout_while(running, START_WAIT, |running| running.n_starting > 0);
    let (running, _) = waited.unwrap_or_else(PoisonError::into_inner);
    for pid in &running.entered {
        let _ = rustix::process::kill_process_group(*pid, Signal::KILL);
        // One that is on its way to a session of its own has no group yet.
        let _ = rustix::process::kill_process(*pid, Signal::KILL);
    }
    // Still under the lock: no entry is given back, and so none of the ids can be somebody else's.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program that leads its own group, so that no signal finds it started and not entered. Does not return when this
/// process is about to end: nobody shall take that for a program that cannot be started, or come to an end of their own first.
pub(super) fn start<T, E>(spawn: impl FnOnce() -> Result<(T, Pid), E>) -> Result<(T, Entry), E> {
    {
        let mut running = running();
        while running.is_ending {
            drop(running);
            std::thread::park();
            running = self::running();
        }
        running.n_starting += 1;
    }
    let started = spawn();
    let mut running = running();
    running.n_starting -= 1;
    STARTED.notify_all();
    started.map(|(program, pid)| {
        running.entered.push(pid);
        (program, Entry(pid))
    })
}

/// Entry of a running program, until it is dropped; that must be before the program is waited for, since
/// afterwards its id may be somebody else's.
pub(super) struct Entry(Pid);

impl Drop for Entry {
    fn drop(&mut self) {
        running().entered.retain(|pid| *pid != self.0);
    }
}
