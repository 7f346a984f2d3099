//! Starting trampolines, by a [spawner](super::walls::enter) that is started when the first one is wanted.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;

use super::memory_group;
use super::walls::{Answered, Requests, TRAMPOLINE};

/// How long a spawner may take to end when nobody can ask any more.
const END_WAIT: Duration = Duration::from_secs(1);

/// A process of ours that was started, with the ends of its pipes.
pub(super) struct Started {
    pub(super) pid: Pid,
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
}

impl From<Child> for Started {
    fn from(child: Child) -> Started {
        let pid = Pid::from_child(&child);
        Started { pid, stdout: child.stdout.map(OwnedFd::from), stderr: child.stderr.map(OwnedFd::from) }
    }
}

/// The running spawner; requests are made one at a time.
static SPAWNER: Mutex<Option<Spawner>> = Mutex::new(None);

struct Spawner {
    requests: Requests,
    /// Disconnected when it has ended.
    ended: Receiver<()>,
}

/// Starts a trampoline that takes its order from `control`.
///
/// # Errors
/// The system has no process or handles for us.
pub(super) fn trampoline(control: &OwnedFd) -> io::Result<Started> {
    let (stdout, to_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, to_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
    let handles = [control, &to_stdout, &to_stderr].map(AsFd::as_fd);
    let mut running = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner);
    // Somebody may have ended the one that there was.
    for _ in 0..2 {
        let spawner = match running.take() {
            Some(spawner) => spawner,
            None => Spawner::start()?,
        };
        match spawner.requests.ask(handles) {
            Answered::Gone => {}
            Answered::Started(pid) => {
                *running = Some(spawner);
                return Ok(Started { pid, stdout: Some(stdout), stderr: Some(stderr) });
            }
            Answered::NotStarted(cause) => {
                *running = Some(spawner);
                return Err(cause);
            }
        }
    }
    Err(io::Error::other("what starts programs inside walls ends at once"))
}

/// Ends the spawner, which is where this process is: in its control group.
pub(super) fn end() {
    let spawner = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Spawner { requests, ended }) = spawner {
        drop(requests);
        let _ = ended.recv_timeout(END_WAIT);
    }
}

impl Spawner {
    fn start() -> io::Result<Spawner> {
        // Which may move us into another control group, where the spawner is to be, too.
        memory_group::limits_memory();
        let (requests, theirs) = Requests::pair()?;
        let (tell_start, started) = channel();
        let (tell_end, ended) = channel();
        let parent = std::thread::Builder::new().name("spawner".to_owned());
        parent.spawn(|| stay(theirs, tell_start, tell_end))?;
        started.recv().unwrap_or_else(|gone| Err(io::Error::other(gone)))?;
        Ok(Spawner { requests, ended })
    }
}

/// Starts a spawner and stays, since what it starts dies with the thread that started the spawner.
fn stay(theirs: OwnedFd, tell_start: Sender<io::Result<()>>, tell_end: Sender<()>) {
    let started = command(theirs).spawn();
    let child = match started {
        Ok(child) => child,
        Err(cause) => return drop(tell_start.send(Err(cause))),
    };
    let _ = tell_start.send(Ok(()));
    // By its id: nobody else waits for it.
    let _ = rustix::process::waitpid(Some(Pid::from_child(&child)), rustix::process::WaitOptions::empty());
    drop(tell_end);
    loop {
        std::thread::park();
    }
}

/// This executable, as it was when this process started.
fn command(theirs: OwnedFd) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("bench-slicers").arg(TRAMPOLINE).env_clear().current_dir("/");
    command.stdin(theirs).stdout(Stdio::null()).stderr(Stdio::null());
    command
}
