//! From a process that the spawner divided off to a program inside its walls.
//!
//! With namespaces three processes work together. The first one is known to whoever asked, waits, and ends as the program did.
//! The second is the first process of the namespace: what it leaves behind dies with it, and since the kernel ignores its own
//! faults and signals there, the program is a third one. Without namespaces the first one is the parent of the program.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::process::{DumpableBehavior, Pid, Signal};
use rustix::thread::UnshareFlags;

use super::super::sys::{self, Forked};
use super::policy::Network;
use super::wire::{Control, WallNote, WallOrder, step_number};
use super::{fence, root, supervisor};

/// A script that was just written is busy for as long as another thread's fork holds its descriptor.
const N_BUSY_TRIES: usize = 40;

/// What failed, and how.
struct SetUpError(&'static str, io::Error);

/// Names the step that fails.
fn at<T, E: Into<io::Error>>(step: &'static str, outcome: Result<T, E>) -> Result<T, SetUpError> {
    outcome.map_err(|cause| SetUpError(step, cause.into()))
}

/// Becomes the program that the process at the other end of `control` asks for; comes back only when that is not possible.
pub(super) fn enter(control: OwnedFd, stdout: &OwnedFd, stderr: &OwnedFd) -> ExitCode {
    let printing = rustix::stdio::dup2_stdout(stdout).and_then(|()| rustix::stdio::dup2_stderr(stderr));
    if printing.is_err() {
        return ExitCode::FAILURE;
    }
    let mut control = Control::new(UnixStream::from(control));
    match set_up(&mut control) {
        Ok(never) => match never {},
        Err(SetUpError(step, cause)) => {
            let errno = cause.raw_os_error().unwrap_or(libc::EINVAL);
            // Nobody is left to be told when this fails.
            let _ = control.say(WallNote::Failed(step_number(step), errno), None);
            ExitCode::FAILURE
        }
    }
}

enum Never {}

fn set_up(control: &mut Control) -> Result<Never, SetUpError> {
    let order = at("the order", control.take_order())?;
    // Alone in a session there is no terminal to write to, and no group to stop.
    at("a process", rustix::process::setsid())?;
    at("a process", die_with_parent(Signal::HUP))?;
    // Whoever asked may have ended before that.
    if rustix::process::getppid().map(Pid::as_raw_nonzero).is_none_or(|parent| parent.get() != order.harness)
    {
        sys::leave(1);
    }
    sys::block_signals();
    sys::close_on_exec(3);
    let stdin = at("the order", File::open(order.stdin.as_deref().unwrap_or("/dev/null".as_ref())))?;
    if order.walls.layers.namespaces {
        at("namespaces", leave_namespaces(&order))?;
    }
    at("a process", rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable))?;
    at("a process", rustix::process::set_child_subreaper(Some(rustix::process::getpid())))?;
    if !order.walls.layers.namespaces {
        at("a root folder", root::create_folders(&order.walls.work))?;
        at("a process", control.say(WallNote::Ready, None))?;
        let program = start(&order, control, stdin)?;
        supervisor::stay(program, control)
    }
    let (status_in, status_out) = at("a process", rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC))?;
    let (alive, here) = at("a process", rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC))?;
    match at("a process", sys::fork())? {
        Forked::Parent(first) => {
            drop(status_out);
            supervisor::wait_outside(first, status_in)
        }
        Forked::Child => {
            drop(here);
            let program = first_process(&order, control, stdin, &alive)?;
            supervisor::stay_inside(program, control, status_out)
        }
    }
}

/// What the first process of a namespace does before the program starts.
fn first_process(
    order: &WallOrder,
    control: &Control,
    stdin: File,
    alive: &OwnedFd,
) -> Result<Pid, SetUpError> {
    at("a process", die_with_parent(Signal::KILL))?;
    // The end of the parent closes its end of this pipe; before that it has nothing to say.
    let mut parent = [rustix::event::PollFd::new(alive, rustix::event::PollFlags::IN)];
    let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
    if at("a process", rustix::event::poll(&mut parent, Some(&now)))? > 0 {
        sys::leave(1);
    }
    if order.walls.network == Network::Loopback {
        at("namespaces", sys::raise_loopback())?;
    }
    let work = at("a root folder", root::build(&order.walls, &order.sights))?;
    at("a process", control.say(WallNote::Ready, Some(&work)))?;
    drop(work);
    start(order, control, stdin)
}

/// Starts the program, in a session of its own.
fn start(order: &WallOrder, control: &Control, stdin: File) -> Result<Pid, SetUpError> {
    match at("a process", sys::fork())? {
        Forked::Parent(program) => Ok(program),
        Forked::Child => {
            let failed = become_program(order, stdin);
            let _ = match failed {
                SetUpError("", cause) => {
                    control.say(WallNote::NotStarted(cause.raw_os_error().unwrap_or(libc::ENOENT)), None)
                }
                SetUpError(step, cause) => {
                    let errno = cause.raw_os_error().unwrap_or(libc::EINVAL);
                    control.say(WallNote::Failed(step_number(step), errno), None)
                }
            };
            sys::leave(127)
        }
    }
}

/// Comes back only when it fails; without a step when it is the program that cannot be started.
fn become_program(order: &WallOrder, stdin: File) -> SetUpError {
    if let Err(error) = fenced(order) {
        return error;
    }
    let Some((name, args)) = order.argv.split_first() else {
        return SetUpError("the order", io::ErrorKind::InvalidInput.into());
    };
    let cwd = if order.cwd.is_dir() { &order.cwd } else { &order.walls.work };
    let mut command = Command::new(name);
    command.args(args).env_clear().envs(&order.env).current_dir(cwd).stdin(Stdio::from(stdin));
    sys::unblock_signals();
    for _ in 1..N_BUSY_TRIES {
        let cause = command.exec();
        if cause.kind() != io::ErrorKind::ExecutableFileBusy {
            return SetUpError("", cause);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    SetUpError("", command.exec())
}

fn fenced(order: &WallOrder) -> Result<(), SetUpError> {
    at("a process", rustix::process::setsid())?;
    if !order.walls.layers.namespaces {
        at("a process", die_with_parent(Signal::KILL))?;
    }
    at("limits", fence::limit(order))?;
    at("Landlock and seccomp", fence::raise(order))
}

fn die_with_parent(signal: Signal) -> io::Result<()> {
    Ok(rustix::process::set_parent_process_death_signal(Some(signal))?)
}

/// Leaves all namespaces but the network, where the program may have all of it; users keep their numbers.
fn leave_namespaces(order: &WallOrder) -> io::Result<()> {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let mut flags = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS;
    if order.walls.network != Network::Full {
        flags |= UnshareFlags::NEWNET;
    }
    sys::unshare(flags)?;
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{user} {user} 1\n"))?;
    std::fs::write("/proc/self/gid_map", format!("{group} {group} 1\n"))
}
