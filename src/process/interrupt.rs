//! The end of this process by a signal takes the running programs along.
//!
//! They lead groups of their own, so that an interrupt from the keyboard reaches only us.

use std::sync::atomic::{AtomicI32, Ordering};

use rustix::process::Pid;

/// Ids of running programs, 0 for a free place; atomic, since a signal handler may not lock.
static RUNNING: [AtomicI32; 256] = [const { AtomicI32::new(0) }; 256];

/// Signals that ask us to end.
const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// From now on, an interrupt, termination or hang-up kills the groups of all programs that [`run`](super::run)
/// is running, and then ends this process as it would have without this call.
pub fn end_runs_on_signals() {
    for signal in SIGNALS {
        let handler = end_runs as extern "C" fn(libc::c_int) as libc::sighandler_t;
        // SAFETY: the handler only uses atomics and functions that are safe in handlers (signal-safety(7)).
        let earlier = unsafe { libc::signal(signal, handler) };
        if earlier == libc::SIG_IGN {
            // Whoever started us wants it ignored, as `nohup` does.
            // SAFETY: no handler of ours is involved.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }
}

extern "C" fn end_runs(signal: libc::c_int) {
    for place in &RUNNING {
        let pid = place.load(Ordering::SeqCst);
        if pid > 0 {
            // SAFETY: kill takes numbers only, and is safe in handlers.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
    }
    // SAFETY: both take numbers only, and are safe in handlers.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// Entry of a running program, until it is dropped; that must be before the program is waited for, since
/// afterwards its id may be somebody else's.
pub(super) struct Entry(Option<&'static AtomicI32>);

impl Entry {
    /// Enters a program. Beyond 256 at a time, programs are not entered.
    pub(super) fn new(pid: Pid) -> Entry {
        let pid = pid.as_raw_nonzero().get();
        let is_taken =
            |place: &&AtomicI32| place.compare_exchange(0, pid, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        Entry(RUNNING.iter().find(is_taken))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(place) = self.0 {
            place.store(0, Ordering::SeqCst);
        }
    }
}
