//! The process that trampolines come from.
//!
//! This executable is large, and starting it takes longer than raising all walls. So it is started once, and divides itself for
//! each program: what comes of it is a child of whoever asked, not of the spawner, and knows nothing of the programs before.

use std::fs::File;
use std::process::ExitCode;

use super::super::sys::{self, Forked};
use super::requests::Requests;
use super::trampoline;

/// Divides this process as often as the one that started it asks for it; comes back when that one ends.
pub fn enter() -> ExitCode {
    let Some(requests) = set_up() else { return ExitCode::FAILURE };
    while let Some([control, stdout, stderr]) = requests.take() {
        match sys::fork_sibling() {
            Ok(Forked::Child) => {
                drop(requests);
                return trampoline::enter(control, &stdout, &stderr);
            }
            Ok(Forked::Parent(trampoline)) => requests.answer(Ok(trampoline)),
            Err(cause) => requests.answer(Err(cause)),
        }
    }
    ExitCode::SUCCESS
}

fn set_up() -> Option<Requests> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3).ok()?;
    // Only this process may hold it, so that its end is seen at the other end.
    rustix::stdio::dup2_stdin(File::open("/dev/null").ok()?).ok()?;
    sys::block_signals();
    sys::close_on_exec(3);
    Some(Requests::new(socket))
}
