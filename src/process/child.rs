//! The started program: its pipes, its end, its group.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions};

use super::enclosed::Enclosed;
use super::interrupt::{self, Entry};
use super::left::Left;
use super::leftovers::RUN_VARIABLE;
#[cfg(target_os = "linux")]
use super::memory::memory_kib;
use super::memory_group;
use super::spawn::{Spawned, trampoline};
use super::sys;
use super::text::{End, Lack};
use super::walls::Walls;
use crate::error::remedy;

/// How long a killed process may take to be gone; it takes longer only inside a stuck system call.
pub(super) const KILL_WAIT: Duration = Duration::from_secs(5);

/// Read at once; a Linux pipe holds as much.
const CHUNK_BYTE: usize = 64 << 10;

/// How often to ask whether the program ended, where the system cannot wake us.
const ASK_AGAIN: Duration = Duration::from_millis(2);

/// How often to ask whether the program is still needed.
const ASK_NEED: Duration = Duration::from_millis(20);

/// How long the trampoline may take to end what is inside its walls.
const HANG_UP_WAIT: Duration = Duration::from_secs(3);

/// A script that was just written is busy for as long as another thread's fork holds its descriptor.
const N_BUSY_TRIES: usize = 40;

/// What a program may use.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Wall-clock time, seconds; infinite for none.
    pub wall_s: f64,
    /// Seconds between the polite SIGTERM and SIGKILL when the time is over.
    pub grace_s: f64,
    /// Data of each process, bytes; `None` for no limit.
    pub memory_byte: Option<u64>,
    /// Size of standard output, and of standard error, bytes.
    pub output_byte: u64,
}

impl Default for Limits {
    /// A minute, half a second of grace, any memory, 64 MiB of output.
    fn default() -> Limits {
        Limits { wall_s: 60.0, grace_s: 0.5, memory_byte: None, output_byte: 64 << 20 }
    }
}

/// A program to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Invocation {
    /// Program and arguments. A program without a slash is looked up in `PATH`.
    pub argv: Vec<String>,
    /// Working folder; a relative program with a slash is relative to it.
    pub cwd: PathBuf,
    /// Variables added to this process's environment.
    pub env: BTreeMap<String, String>,
    /// File that it reads as its standard input, which is empty without one.
    pub stdin: Option<PathBuf>,
    /// What is between it and everything else; without, it can do all that this process can.
    pub walls: Option<Walls>,
    /// What it may use.
    pub limits: Limits,
}

/// Why [`Child::watch`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wake {
    /// The program ended; its children may still hold the pipes.
    Ended,
    /// The time is over.
    Deadline,
    /// More output than allowed.
    OutputOver,
    /// The program and all below it together take more memory than allowed.
    OverMemory,
    /// Nobody wants to know any more.
    Needless,
}

/// Tells whether a program is not needed any more.
pub(super) type Asked<'a> = Option<&'a dyn Fn() -> bool>;

/// A handle beside the program's own, and what is awaited of it.
pub(super) type Other<'a> = Option<(BorrowedFd<'a>, PollFlags)>;

/// What is left of a program.
#[derive(Debug)]
pub(super) struct ChildOutcome {
    /// Process id, and id of the group; the process is gone, the group perhaps not.
    pub pid: Pid,
    /// When it was seen to have ended.
    pub ended: Instant,
    /// Exit code, or else signal; `None` when even SIGKILL did not end it in time.
    pub status: Option<Result<i32, i32>>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub cpu_s: Option<f64>,
    pub memory_byte: Option<u64>,
    /// It had taken more than its limit before the limit was in force, or all of its processes together had, and was killed.
    pub is_over_memory: bool,
    /// Processes that were left inside its walls.
    pub n_left: usize,
    /// Why there was no program inside the walls.
    pub failed: Option<End>,
    /// Its work folder, where the walls made one.
    pub left: Option<Left>,
}

/// A started program that is not yet waited for, so that its ids cannot be given to another process.
pub(super) struct Child {
    pid: Pid,
    /// Becomes readable when the program ends; `None` where the system has no such thing.
    pidfd: Option<OwnedFd>,
    ended: Option<Instant>,
    streams: [Stream; 2],
    output_byte: u64,
    is_over_memory: bool,
    entry: Entry,
    enclosed: Option<Enclosed>,
}

/// One pipe and what came through it.
struct Stream {
    /// `None` after the end of file.
    fd: Option<OwnedFd>,
    bytes: Vec<u8>,
    /// Read on and throw away, so that the program does not block while it is asked to end.
    discard: bool,
}

impl Child {
    /// Starts the program in a group of its own; else why it did not start.
    pub(super) fn spawn(invocation: &Invocation, mark: &str) -> Result<Child, End> {
        let Some(walls) = &invocation.walls else {
            let mut command = command(invocation, mark).map_err(End::NotStarted)?;
            let (started, entry) = start(invocation, || Ok(command.spawn()?.into()))?;
            let is_over_memory = limit(started.pid, invocation.limits.memory_byte);
            return Ok(Child { is_over_memory, ..Child::new(invocation, started, entry) });
        };
        // Inside, a folder that is not shown and one that is nowhere look the same.
        if !invocation.cwd.is_dir() {
            return Err(End::NotStarted(no_cwd(invocation)));
        }
        let (ours, theirs) = UnixStream::pair().map_err(|cause| lacking(&cause))?;
        let theirs = OwnedFd::from(theirs);
        // Which may move us into another control group, where what is started is to be, too.
        memory_group::limits_memory();
        let (started, entry) = start(invocation, || trampoline(&theirs))?;
        // Held by the trampoline alone, so that its end is seen.
        drop(theirs);
        let pid = started.pid;
        match Enclosed::new(invocation, walls, mark, (pid, ours)) {
            Ok(enclosed) => Ok(Child { enclosed: Some(enclosed), ..Child::new(invocation, started, entry) }),
            Err(end) => {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
                drop(entry);
                let _ = rustix::process::waitpid(Some(pid), WaitOptions::empty());
                Err(end)
            }
        }
    }

    fn new(invocation: &Invocation, started: Spawned, entry: Entry) -> Child {
        let streams = [started.stdout, started.stderr];
        Child {
            pid: started.pid,
            pidfd: pidfd(started.pid),
            ended: None,
            streams: streams.map(|fd| Stream { fd, bytes: Vec::new(), discard: false }),
            output_byte: invocation.limits.output_byte,
            is_over_memory: false,
            entry,
            enclosed: None,
        }
    }

    /// Reads the pipes until the program ends, the time is over, or there is too much output.
    pub(super) fn watch(&mut self, deadline: Option<Instant>) -> Wake {
        self.watch_unless(deadline, None)
    }

    /// As [`Child::watch`], but only as long as nobody says that it is not needed any more.
    pub(super) fn watch_unless(&mut self, deadline: Option<Instant>, is_needless: Asked<'_>) -> Wake {
        let mut chunk = vec![0; CHUNK_BYTE];
        loop {
            if self.ended.is_some() {
                return Wake::Ended;
            }
            if is_past(deadline) {
                return Wake::Deadline;
            }
            if is_needless.is_some_and(|is_needless| is_needless()) {
                return Wake::Needless;
            }
            if self.is_over_memory() {
                return Wake::OverMemory;
            }
            let asked = is_needless.map(|_| Instant::now() + ASK_NEED);
            let looked = self.enclosed.as_ref().and_then(Enclosed::next_look);
            let until = [deadline, asked, looked].into_iter().flatten().min();
            if self.step(until, &mut chunk) == Wake::OutputOver {
                return Wake::OutputOver;
            }
        }
    }

    /// Waits for one thing to happen, also at a handle that is not the program's own; `None` when the program goes on.
    pub(super) fn attend(&mut self, deadline: Option<Instant>, other: Other<'_>) -> Option<Wake> {
        if self.ended.is_some() {
            return Some(Wake::Ended);
        }
        if is_past(deadline) {
            return Some(Wake::Deadline);
        }
        if self.is_over_memory() {
            return Some(Wake::OverMemory);
        }
        let looked = self.enclosed.as_ref().and_then(Enclosed::next_look);
        let until = [deadline, looked].into_iter().flatten().min();
        let mut chunk = vec![0; CHUNK_BYTE];
        let wake = self.step_beside(until, &mut chunk, other);
        Some(wake).filter(|wake| *wake == Wake::OutputOver)
    }

    /// Takes what is there, without waiting; what is wrong, or `None` when the program goes on.
    pub(super) fn look(&mut self) -> Option<Wake> {
        let mut chunk = vec![0; CHUNK_BYTE];
        match self.step(Some(Instant::now()), &mut chunk) {
            Wake::OutputOver => Some(Wake::OutputOver),
            _ => self.ended.map(|_| Wake::Ended),
        }
    }

    /// Whether it ends so soon.
    pub(super) fn ends_within(&mut self, wait: Duration) -> bool {
        let until = Some(Instant::now() + wait);
        loop {
            if let Some(wake) = self.attend(until, None) {
                return wake == Wake::Ended;
            }
        }
    }

    /// Whether it was seen to have ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// What it printed to standard output and to standard error since that was last taken.
    pub(super) fn printed(&self) -> [&[u8]; 2] {
        self.streams.each_ref().map(|stream| stream.bytes.as_slice())
    }

    /// The same, which is then forgotten: limits begin anew.
    pub(super) fn take_printed(&mut self) -> [Vec<u8>; 2] {
        self.streams.each_mut().map(|stream| std::mem::take(&mut stream.bytes))
    }

    /// Its work folder, where the walls made one.
    pub(super) fn left(&self) -> Option<&Left> {
        self.enclosed.as_ref().and_then(|enclosed| enclosed.left.as_ref())
    }

    /// Reads what the children of an ended program still write, at most until then.
    pub(super) fn drain(&mut self, until: Instant) -> Wake {
        let mut chunk = vec![0; CHUNK_BYTE];
        while self.streams.iter().any(|stream| stream.fd.is_some()) && !is_past(Some(until)) {
            if self.step(Some(until), &mut chunk) == Wake::OutputOver {
                return Wake::OutputOver;
            }
        }
        Wake::Ended
    }

    /// Asks the group to end, and kills it when the leader is still there after the grace.
    pub(super) fn terminate(&mut self, until: Option<Instant>) {
        self.discard();
        self.signal_group(Signal::TERM);
        if let Some(enclosed) = &mut self.enclosed {
            enclosed.look_no_more();
        }
        self.watch(until);
        self.kill();
    }

    /// Kills the group, and waits a bounded time for the leader to be gone.
    pub(super) fn kill(&mut self) {
        self.discard();
        if let Some(enclosed) = &mut self.enclosed {
            enclosed.look_no_more();
            // Its trampoline ends all that is inside, also what left the group.
            let _ = rustix::process::kill_process(self.pid, Signal::CONT);
            let _ = rustix::process::kill_process(self.pid, Signal::HUP);
            self.watch(Some(Instant::now() + HANG_UP_WAIT));
        }
        self.signal_group(Signal::KILL);
        self.watch(Some(Instant::now() + KILL_WAIT));
    }

    fn is_over_memory(&mut self) -> bool {
        let pid = self.pid;
        self.enclosed.as_mut().is_some_and(|enclosed| enclosed.is_over_memory(pid))
    }

    /// Collects exit status and resource usage; closes the pipes.
    pub(super) fn reap(self) -> ChildOutcome {
        drop(self.entry);
        let (n_left, failed) = self.enclosed.as_ref().map_or((0, None), Enclosed::last_notes);
        let has_run_out = self.enclosed.as_ref().is_some_and(Enclosed::has_run_out);
        let usage = wait4(self.pid);
        let [stdout, stderr] = self.streams.map(|stream| stream.bytes);
        ChildOutcome {
            pid: self.pid,
            ended: self.ended.unwrap_or_else(Instant::now),
            status: usage.as_ref().map(|usage| usage.status),
            stdout,
            stderr,
            cpu_s: usage.as_ref().map(|usage| usage.cpu_s),
            memory_byte: usage.and_then(|usage| usage.memory_byte),
            is_over_memory: self.is_over_memory || has_run_out,
            n_left,
            failed,
            left: self.enclosed.and_then(|enclosed| enclosed.left),
        }
    }

    pub(super) fn discard(&mut self) {
        for stream in &mut self.streams {
            stream.discard = true;
        }
    }

    fn signal_group(&self, signal: Signal) {
        // Fails only when nothing is left to be told.
        let _ = rustix::process::kill_process_group(self.pid, signal);
    }

    /// Waits for one thing to happen and deals with it.
    fn step(&mut self, until: Option<Instant>, chunk: &mut [u8]) -> Wake {
        self.step_beside(until, chunk, None)
    }

    /// As [`Child::step`], but also wakes when something can be done with the other handle.
    fn step_beside(&mut self, until: Option<Instant>, chunk: &mut [u8], other: Other<'_>) -> Wake {
        let (ready, ended) = self.poll(until, other);
        let cap = self.output_byte;
        for (stream, _) in self.streams.iter_mut().zip(ready).filter(|(_, ready)| *ready) {
            if stream.read(chunk, cap) {
                return Wake::OutputOver;
            }
        }
        // After the pipes, so that the last words are read before the end is seen.
        if ended && self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
        Wake::Ended
    }

    /// Which pipes can be read, and whether the program ended.
    fn poll(&self, until: Option<Instant>, other: Other<'_>) -> ([bool; 2], bool) {
        let awaited = self.pidfd.as_ref().filter(|_| self.ended.is_none());
        let open = self.streams.each_ref().map(|stream| stream.fd.as_ref());
        let mut fds: Vec<PollFd<'_>> = open
            .iter()
            .copied()
            .chain([awaited])
            .flatten()
            .map(|fd| PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN))
            // Behind the others, which are counted below.
            .chain(other.map(|(fd, flags)| PollFd::from_borrowed_fd(fd, flags)))
            .collect();
        if rustix::event::poll(&mut fds, self.grace(until).as_ref()).is_err() {
            // Interrupted: the caller looks at the clock and comes back.
            return ([false; 2], false);
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let streams = open.map(|fd| fd.is_some() && ready.next() == Some(true));
        let ended = match awaited {
            Some(_) => ready.next() == Some(true),
            None => self.pidfd.is_none() && is_zombie(self.pid),
        };
        (streams, ended)
    }

    fn grace(&self, until: Option<Instant>) -> Option<Timespec> {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        let left = match self.pidfd {
            Some(_) => left,
            None => Some(left.map_or(ASK_AGAIN, |left| left.min(ASK_AGAIN))),
        };
        left.and_then(|left| Timespec::try_from(left).ok())
    }
}

impl Stream {
    /// Reads once; true when there is more than the cap.
    fn read(&mut self, chunk: &mut [u8], cap: u64) -> bool {
        let Some(fd) = &self.fd else { return false };
        match rustix::io::read(fd, &mut *chunk) {
            Ok(0) => self.fd = None,
            Ok(_) if self.discard => {}
            Ok(n_read) => {
                let room = cap.saturating_sub(self.bytes.len() as u64);
                let n_kept = n_read.min(usize::try_from(room).unwrap_or(usize::MAX));
                self.bytes.extend_from_slice(&chunk[..n_kept]);
                return n_kept < n_read;
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(_) => self.fd = None,
        }
        false
    }
}

pub(super) fn lacking(cause: &io::Error) -> End {
    End::NoResources(Lack {
        cause: cause.to_string(),
        remedy: remedy(cause).unwrap_or("free some, and go on with `--resume`"),
    })
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

fn command(invocation: &Invocation, mark: &str) -> Result<Command, String> {
    let (name, args) = invocation.argv.split_first().ok_or("empty command")?;
    let path = invocation.env.get("PATH").filter(|_| !name.contains('/'));
    let program = match path {
        // With another PATH, the standard library would leave the fast path to search in it.
        Some(path) => search(name, path, &invocation.cwd).ok_or_else(|| not_found(name))?,
        None => PathBuf::from(name),
    };
    let mut command = Command::new(program);
    command.arg0(name).args(args).current_dir(&invocation.cwd).envs(&invocation.env);
    command.env(RUN_VARIABLE, mark).process_group(0);
    let stdin = match &invocation.stdin {
        Some(path) => {
            let cannot_read = |cause| format!("`{}` not read: {cause}", path.display());
            File::open(path).map_err(cannot_read)?.into()
        }
        None => Stdio::null(),
    };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

fn search(name: &str, path: &str, cwd: &Path) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| cwd.join(folder).join(name)).find(|program| program.is_file())
}

/// Starts a program under the eyes of whoever ends all of them.
fn start(
    invocation: &Invocation,
    mut spawn: impl FnMut() -> io::Result<Spawned>,
) -> Result<(Spawned, Entry), End> {
    interrupt::start(|| {
        let started = start_patiently(invocation, &mut spawn)?;
        let pid = started.pid;
        Ok((started, pid))
    })
}

fn start_patiently(
    invocation: &Invocation,
    spawn: &mut dyn FnMut() -> io::Result<Spawned>,
) -> Result<Spawned, End> {
    let mut n_tries = 0;
    loop {
        let cause = match spawn() {
            Ok(started) => return Ok(started),
            Err(cause) => cause,
        };
        // What other programs use may be free in a moment.
        let remedy = remedy(&cause);
        if n_tries == N_BUSY_TRIES || remedy.is_none() && cause.kind() != io::ErrorKind::ExecutableFileBusy {
            return Err(match remedy {
                Some(remedy) => End::NoResources(Lack { cause: cause.to_string(), remedy }),
                None => End::NotStarted(why_not(&cause, invocation)),
            });
        }
        n_tries += 1;
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(super) fn not_found(name: &str) -> String {
    format!("`{name}` not found")
}

fn no_cwd(invocation: &Invocation) -> String {
    format!("working folder `{}` not found", invocation.cwd.display())
}

/// Short text for a program that cannot be started; the system's own message blames the wrong file.
fn why_not(cause: &io::Error, invocation: &Invocation) -> String {
    let name = invocation.argv.first().map_or("", String::as_str);
    if !invocation.cwd.is_dir() {
        return no_cwd(invocation);
    }
    match cause.kind() {
        io::ErrorKind::NotFound if name.contains('/') && invocation.cwd.join(name).exists() => {
            format!("interpreter of `{name}` not found")
        }
        io::ErrorKind::NotFound => not_found(name),
        io::ErrorKind::PermissionDenied => format!("`{name}` not executable"),
        _ => format!("`{name}` not started: {cause}"),
    }
}

#[cfg(target_os = "linux")]
fn pidfd(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_pid: Pid) -> Option<OwnedFd> {
    None
}

/// Limits what was just started; true when it was faster, took more than that, and was killed.
///
/// Data, not address space: virtual machines reserve many GiB of addresses that they never use.
#[cfg(target_os = "linux")]
fn limit(pid: Pid, memory_byte: Option<u64>) -> bool {
    use rustix::process::{Resource, Rlimit, prlimit};
    let at_most = |byte| Rlimit { current: Some(byte), maximum: Some(byte) };
    // Fails only when the program has already ended. A core dump would fill the working folder.
    let _ = prlimit(Some(pid), Resource::Core, at_most(0));
    let Some(byte) = memory_byte else { return false };
    let _ = prlimit(Some(pid), Resource::Data, at_most(byte));
    // On a busy machine the program may have run for a while; the limit stops only what it takes from now on.
    let is_over = memory_kib(pid, "VmData:").is_some_and(|kib| kib > byte / 1024);
    if is_over {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
    is_over
}

#[cfg(not(target_os = "linux"))]
fn limit(_pid: Pid, _memory_byte: Option<u64>) -> bool {
    false
}

/// Whether the program ended, without waiting for it in the sense of `wait`.
fn is_zombie(pid: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(rustix::process::waitid(WaitId::Pid(pid), options), Ok(None))
}

struct Usage {
    status: Result<i32, i32>,
    cpu_s: f64,
    memory_byte: Option<u64>,
}

/// Waits for an ended program; `None` when it has not ended.
fn wait4(pid: Pid) -> Option<Usage> {
    let waited = sys::wait4(pid)?;
    let status = match libc::WIFSIGNALED(waited.raw_status) {
        true => Err(libc::WTERMSIG(waited.raw_status)),
        false => Ok(libc::WEXITSTATUS(waited.raw_status)),
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    let cpu_s = seconds(waited.usage.ru_utime) + seconds(waited.usage.ru_stime);
    Some(Usage { status, cpu_s, memory_byte: peak_memory(&waited.usage) })
}

/// Peak memory of a program, unless it is not above our own.
///
/// A program starts in a copy or a loan of the memory of its parent, and Linux keeps that peak over `exec`
/// (`exec_mmap` in fs/exec.c), so that smaller numbers speak of us.
#[cfg(target_os = "linux")]
fn peak_memory(usage: &libc::rusage) -> Option<u64> {
    let own = memory_kib(rustix::process::getpid(), "VmHWM:")?;
    let peak = u64::try_from(usage.ru_maxrss).ok()?;
    (peak > own).then_some(peak * 1024)
}

#[cfg(not(target_os = "linux"))]
fn peak_memory(_usage: &libc::rusage) -> Option<u64> {
    None
}
