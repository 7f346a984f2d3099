//! A program inside walls, as seen from outside: how it gets there, what it takes together with all below it, what is left.

use std::io;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::child::{Invocation, lacking, not_found};
use super::left::Left;
use super::leftovers::RUN_VARIABLE;
use super::memory::tree_memory;
use super::memory_group::MemoryGroup;
use super::text::{End, Lack};
use super::walls::{Control, WallNote, WallOrder, Walls, sights, step_name};

/// How often to ask how much memory a program takes, with all below it.
const ASK_MEMORY: Duration = Duration::from_millis(25);

/// How long walls may take to be raised, on a machine that is busy.
const WALLS_WAIT: Duration = Duration::from_secs(30);

/// What our own processes inside the walls take.
const OWN_BYTE: u64 = 16 << 20;

/// What is known of a program inside walls.
pub(super) struct Enclosed {
    control: Control,
    pub(super) left: Option<Left>,
    /// Most memory of the program and all below it together, bytes; `None` when nobody looks at it.
    memory_byte: Option<u64>,
    group: Option<MemoryGroup>,
    name: String,
    /// When memory was last looked at.
    looked: Instant,
}

impl Enclosed {
    /// Says what is to be run to the trampoline that was started, and waits for the walls to be up.
    pub(super) fn new(
        invocation: &Invocation,
        walls: &Walls,
        mark: &str,
        (trampoline, ours): (Pid, UnixStream),
    ) -> Result<Enclosed, End> {
        let mut env = walls.environment(&invocation.env);
        env.insert(RUN_VARIABLE.to_owned(), mark.to_owned());
        let order = WallOrder {
            harness: rustix::process::getpid().as_raw_nonzero().get(),
            argv: invocation.argv.clone(),
            cwd: invocation.cwd.clone(),
            env,
            stdin: invocation.stdin.clone(),
            memory_byte: invocation.limits.memory_byte,
            walls: walls.clone(),
            sights: sights(walls),
        };
        let memory_byte = invocation.limits.memory_byte;
        // Before the order, so that nothing is ever outside. What the kernel refuses is looked at all the same.
        let group = memory_byte
            .and_then(|byte| {
                MemoryGroup::new(byte.saturating_add(walls.memory_files_byte()).saturating_add(OWN_BYTE))
            })
            .filter(|group| group.take_in(trampoline).is_ok());
        let mut control = Control::new(ours);
        control.order(&order).map_err(|cause| lacking(&cause))?;
        let left = match control.hear(WALLS_WAIT) {
            Some((WallNote::Ready, folder)) => folder.map(|folder| Left::new(folder, &walls.work)),
            Some((WallNote::Failed(step, errno), _)) => return Err(no_walls(step, errno)),
            Some(_) | None => return Err(no_walls(u16::MAX, libc::ETIMEDOUT)),
        };
        let name = invocation.argv.first().cloned().unwrap_or_default();
        Ok(Enclosed { control, left, memory_byte, group, name, looked: Instant::now() })
    }

    /// When its memory is to be looked at again.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.memory_byte.map(|_| Instant::now() + ASK_MEMORY)
    }

    /// Stops looking at its memory: it is being ended.
    pub(super) fn look_no_more(&mut self) {
        self.memory_byte = None;
    }

    /// Whether all processes below the trampoline take too much memory, where that is to be looked at by now.
    pub(super) fn is_over_memory(&mut self, trampoline: Pid) -> bool {
        let Some(limit) = self.memory_byte.filter(|_| self.looked.elapsed() >= ASK_MEMORY) else {
            return false;
        };
        self.looked = Instant::now();
        let taken = self.group.as_ref().and_then(MemoryGroup::anonymous_byte);
        taken.unwrap_or_else(|| tree_memory(trampoline, limit)) > limit
    }

    /// Whether the kernel ended it for want of memory.
    pub(super) fn has_run_out(&self) -> bool {
        self.group.as_ref().is_some_and(MemoryGroup::has_run_out)
    }

    /// What the trampoline said since the walls were up: processes left, and why there was no program.
    pub(super) fn last_notes(&self) -> (usize, Option<End>) {
        let (mut n_left, mut failed) = (0, None);
        while let Some((note, _)) = self.control.hear(Duration::ZERO) {
            match note {
                WallNote::Left(n) => n_left = usize::try_from(n).unwrap_or(0),
                WallNote::NotStarted(errno) => {
                    failed = Some(End::NotStarted(why_not_inside(errno, &self.name)));
                }
                WallNote::Failed(step, errno) => failed = Some(no_walls(step, errno)),
                WallNote::Ready => {}
            }
        }
        (n_left, failed)
    }
}

/// That walls cannot be raised is no slicer's doing.
fn no_walls(step: u16, errno: i32) -> End {
    let cause = io::Error::from_raw_os_error(errno);
    End::NoResources(Lack {
        cause: format!("no walls around it: {}: {cause}", step_name(step)),
        remedy: "go on with `--resume`, or run without walls: `--sandbox off`",
    })
}

fn why_not_inside(errno: i32, name: &str) -> String {
    let cause = io::Error::from_raw_os_error(errno);
    match cause.kind() {
        io::ErrorKind::NotFound => not_found(name),
        io::ErrorKind::PermissionDenied => format!("`{name}` not executable"),
        _ => format!("`{name}` not started: {cause}"),
    }
}
