//! The end of this process by a signal takes the running programs along.
//!
//! They lead groups of their own, so that an interrupt from the keyboard reaches only us.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};

use rustix::process::Pid;

/// Ids of running programs, 0 for a free place; atomic, since a signal handler may not lock.
static RUNNING: [AtomicI32; 256] = [const { AtomicI32::new(0) }; 256];

/// Programs that are being started and have no entry yet.
static STARTING: AtomicUsize = AtomicUsize::new(0);

/// The signal that ends this process, 0 before; afterwards nothing is started any more.
static ENDING: AtomicI32 = AtomicI32::new(0);

/// Whether the next interrupt or termination is only noted.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// Whether an interrupt or termination was noted.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether this thread is starting a program.
    static IS_STARTING: Cell<bool> = const { Cell::new(false) };
}

/// How long an interrupt waits for programs that are being started, milliseconds.
const START_WAIT_MS: usize = 1000;

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

/// From now on, the first interrupt or termination is only noted, for [`is_interrupted`] to tell; the second
/// ends this process as a hang-up does.
pub fn note_first_interrupt() {
    IS_PATIENT.store(true, Ordering::SeqCst);
}

/// Whether there was an interrupt or termination since [`note_first_interrupt`].
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::SeqCst)
}

extern "C" fn end_runs(signal: libc::c_int) {
    if signal != libc::SIGHUP && IS_PATIENT.swap(false, Ordering::SeqCst) {
        IS_INTERRUPTED.store(true, Ordering::SeqCst);
        return;
    }
    ENDING.store(signal, Ordering::SeqCst);
    // A program may run before the call that started it has told its id: the thread that is in this call
    // comes back when it has, and all others wait for it.
    if IS_STARTING.get() {
        return;
    }
    for _ in 0..START_WAIT_MS {
        if STARTING.load(Ordering::SeqCst) == 0 {
            break;
        }
        // SAFETY: waits a millisecond for nothing, and is safe in handlers.
        unsafe { libc::poll(std::ptr::null_mut(), 0, 1) };
    }
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

/// Held from before a program is started until it has its [`Entry`].
///
/// The signals are not blocked meanwhile, because programs inherit what is blocked.
pub(super) struct Starting(());

impl Starting {
    /// `None` when this process is about to end.
    pub(super) fn begin() -> Option<Starting> {
        IS_STARTING.set(true);
        STARTING.fetch_add(1, Ordering::SeqCst);
        let starting = Starting(());
        (ENDING.load(Ordering::SeqCst) == 0).then_some(starting)
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        STARTING.fetch_sub(1, Ordering::SeqCst);
        IS_STARTING.set(false);
        let signal = ENDING.load(Ordering::SeqCst);
        if signal != 0 {
            // The handler may have left it to us.
            // SAFETY: raise takes a number only.
            unsafe { libc::raise(signal) };
        }
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
