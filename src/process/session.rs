//! A program that is talked to: frames to its standard input, frames from its standard output.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use std::os::unix::process::CommandExt;

use rustix::process::{Pid, Signal};
use wait_timeout::ChildExt;

use super::child::{Invocation, KILL_WAIT};
use super::interrupt::{self, Entry};
use super::leftovers::{RUN_VARIABLE, RunMark};

/// Answers above this size are not answers.
const MAX_FRAME_BYTE: usize = 256 << 20;

/// A running program that answers frames: four bytes of length, big-endian, and as many bytes.
///
/// It leads a process group of its own, which is killed when the session is dropped. Its standard error is
/// thrown away. The limits of the invocation do not apply: who talks decides when to stop.
pub struct Session {
    child: std::process::Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// Before the child is waited for, so that its id is still its own.
    entry: Option<Entry>,
    /// Says of the program's children whose they are.
    _mark: RunMark,
}

impl Session {
    /// Starts a program.
    ///
    /// # Errors
    /// What the system says: the program is missing, or cannot be started.
    pub fn start(invocation: &Invocation) -> io::Result<Session> {
        let (name, args) = invocation.argv.split_first().ok_or_else(|| io::Error::other("empty command"))?;
        let mut command = Command::new(name);
        command.args(args).current_dir(&invocation.cwd).envs(&invocation.env);
        let mark = RunMark::new();
        command.env(RUN_VARIABLE, mark.value()).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let spawn = || {
            let child = command.spawn()?;
            let pid = Pid::from_child(&child);
            io::Result::Ok((child, pid))
        };
        let (mut child, entry) = interrupt::start(spawn)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let stdin = stdin.ok_or_else(|| io::Error::other("no standard input"))?;
        let stdout = stdout.ok_or_else(|| io::Error::other("no standard output"))?;
        Ok(Session { child, stdin, stdout, entry: Some(entry), _mark: mark })
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// The program is gone.
    pub fn send(&mut self, frame: &[u8]) -> io::Result<()> {
        let len = u32::try_from(frame.len()).map_err(io::Error::other)?;
        self.stdin.write_all(&len.to_be_bytes())?;
        self.stdin.write_all(frame)?;
        self.stdin.flush()
    }

    /// From now on the program may take so much more processor time before the system ends it. Where the system has no
    /// such limit nothing is done.
    pub fn limit_processor(&self, more_s: u64) {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Resource, Rlimit, prlimit};
            let pid = Pid::from_child(&self.child);
            let Some(used_s) = processor_s(pid) else { return };
            let limit = Rlimit { current: Some(used_s + more_s), maximum: None };
            // Fails only when the program has already ended.
            let _ = prlimit(Some(pid), Resource::Cpu, limit);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = more_s;
    }

    /// Waits for a frame.
    ///
    /// # Errors
    /// The program is gone, and how it ended, or does not keep to the protocol.
    pub fn receive(&mut self) -> io::Result<Vec<u8>> {
        self.frame().map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.end().map_or(error, io::Error::other),
            _ => error,
        })
    }

    /// How the program ended; `None` while it runs.
    fn end(&mut self) -> Option<String> {
        let status = self.child.wait_timeout(KILL_WAIT).ok().flatten()?;
        Some(format!("it ended ({status})"))
    }

    fn frame(&mut self) -> io::Result<Vec<u8>> {
        let mut len = [0; 4];
        self.stdout.read_exact(&mut len)?;
        let len = u32::from_be_bytes(len) as usize;
        if len > MAX_FRAME_BYTE {
            return Err(io::Error::other("no frame"));
        }
        let mut frame = vec![0; len];
        self.stdout.read_exact(&mut frame)?;
        Ok(frame)
    }
}

/// Whole seconds of processor time that a process has taken, rounded up.
#[cfg(target_os = "linux")]
fn processor_s(pid: Pid) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    // After the name, which is in parentheses: state, parent, …, user and system time.
    let mut times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<u64>);
    let ticks = times.next()?.ok()? + times.next()?.ok()?;
    Some(ticks.div_ceil(rustix::param::clock_ticks_per_second()))
}

impl Drop for Session {
    fn drop(&mut self) {
        // Fails only when nothing is left to be told.
        let _ = rustix::process::kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        drop(self.entry.take());
        // Longer only inside a stuck system call, for which nobody should have to wait.
        let _ = self.child.wait_timeout(KILL_WAIT);
    }
}
