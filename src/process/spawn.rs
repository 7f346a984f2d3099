//! Starting trampolines, by a [spawner](super::walls::enter) that is started when the first one is wanted.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use wait_timeout::ChildExt;

use super::walls::{Answered, Requests, TRAMPOLINE};

/// How long a spawner may take to end when nobody can ask any more, or when it is killed.
const END_WAIT: Duration = Duration::from_secs(1);

/// A process of ours that was started, with the ends of its pipes.
pub(super) struct Spawned {
    pub(super) pid: Pid,
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
}

impl From<Child> for Spawned {
    fn from(child: Child) -> Spawned {
        let pid = Pid::from_child(&child);
        Spawned { pid, stdout: child.stdout.map(OwnedFd::from), stderr: child.stderr.map(OwnedFd::from) }
    }
}

/// The running spawner; requests are made one at a time.
static SPAWNER: Mutex<Option<Spawner>> = Mutex::new(None);

struct Spawner {
    requests: Requests,
    process: Child,
}

/// Starts a trampoline that takes its order from `control`. The spawner is, and stays, in the control group that this process is
/// in at the first call.
///
/// # Errors
/// The system has no process or handles for us.
pub(super) fn trampoline(control: &OwnedFd) -> io::Result<Spawned> {
    let (stdout, to_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, to_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
    let handles = [control, &to_stdout, &to_stderr].map(AsFd::as_fd);
    let mut running = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner);
    // Somebody may have ended or stopped the one that there was.
    for _ in 0..2 {
        let spawner = match running.take() {
            Some(spawner) => spawner,
            None => Spawner::start()?,
        };
        match spawner.requests.ask(handles) {
            Answered::Gone => spawner.end(Duration::ZERO),
            Answered::Started(pid) => {
                *running = Some(spawner);
                return Ok(Spawned { pid, stdout: Some(stdout), stderr: Some(stderr) });
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
    if let Some(spawner) = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        spawner.end(END_WAIT);
    }
}

impl Spawner {
    fn start() -> io::Result<Spawner> {
        let (requests, theirs) = Requests::pair()?;
        let (tell, started) = channel();
        let parent = std::thread::Builder::new().name("spawner".to_owned());
        parent.spawn(|| stay(command(theirs), tell))?;
        let process = started.recv().unwrap_or_else(|gone| Err(io::Error::other(gone)))?;
        Ok(Spawner { requests, process })
    }

    /// Gives it so long to end by itself, since nobody asks any more.
    fn end(self, wait: Duration) {
        let Spawner { requests, mut process } = self;
        drop(requests);
        if !matches!(process.wait_timeout(wait), Ok(Some(_))) {
            let _ = process.kill();
            let _ = process.wait_timeout(END_WAIT);
        }
    }
}

/// Starts a spawner and stays, since what comes of the spawner dies with the thread that started it.
fn stay(mut spawner: Command, tell: Sender<io::Result<Child>>) {
    let started = spawner.spawn();
    // Holds the other end of the connection.
    drop(spawner);
    if tell.send(started).is_ok() {
        loop {
            std::thread::park();
        }
    }
}

/// This executable, as it was when this process started.
fn command(theirs: OwnedFd) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("bench-slicers").arg(TRAMPOLINE).env_clear().current_dir("/");
    command.stdin(theirs).stdout(Stdio::null()).stderr(Stdio::null());
    command
}
