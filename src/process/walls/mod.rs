//! Walls around a program that strangers wrote: what it may read, write, reach and take along.
//!
//! In: an [`Invocation`](super::Invocation) with [`Walls`]. The program is not started by us but by a trampoline, which raises the
//! walls around itself and then becomes the program. Trampolines come from a spawner: this very executable under the hidden name
//! [`TRAMPOLINE`], started once. What the kernel does not give is left out: [`Layers::probe`] says what it gives.
//!
//! | wall | with namespaces | without |
//! |---|---|---|
//! | files | a root of its own, which has nothing but what may be read; Landlock | Landlock |
//! | work folder | in memory, of limited size and number of files | on the disk |
//! | network | an empty network namespace; seccomp | seccomp, no sockets at all |
//! | processes | a process namespace, whose first process is ours; Landlock | a supervisor that takes orphans in; Landlock |
//!
//! Must not know what a slicer or a task is, nor print.

#[cfg(target_os = "linux")]
mod fence;
mod policy;
mod requests;
#[cfg(target_os = "linux")]
mod root;
mod sights;
#[cfg(target_os = "linux")]
mod spawner;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod trampoline;
mod wire;

#[cfg(target_os = "linux")]
pub(super) use fence::has_seccomp;
pub(super) use policy::is_lacking;
pub use policy::{Layers, Network, TRAMPOLINE, Walls, is_system, network_paths};
pub(super) use requests::{Answered, Requests};
pub(super) use sights::sights;
#[cfg(target_os = "linux")]
pub use spawner::enter;
#[cfg(target_os = "linux")]
pub(super) use supervisor::children;
pub(super) use wire::{Control, WallNote, WallOrder, step_name};

/// There are no walls to be raised.
#[cfg(not(target_os = "linux"))]
pub fn enter() -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
