//! Walls around a program that strangers wrote: what it may read, write, reach and take along.
//!
//! In: an [`Invocation`](super::Invocation) with [`Walls`]. The program is not started by us but by a trampoline, this very
//! executable under the hidden name [`TRAMPOLINE`], which is spawned as fast as any other program, raises the walls around
//! itself and then becomes the program. What the kernel does not give is left out: [`Layers::probe`] says what it gives.
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
#[cfg(target_os = "linux")]
mod root;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod trampoline;
mod wire;

#[cfg(target_os = "linux")]
pub(super) use fence::has_seccomp;
pub(super) use policy::is_lacking;
pub use policy::{Layers, Network, TRAMPOLINE, Walls, is_system, network_paths};
#[cfg(target_os = "linux")]
pub(super) use supervisor::children;
#[cfg(target_os = "linux")]
pub use trampoline::enter;
pub(super) use wire::{Control, WallNote, WallOrder, step_name};

/// Becomes the program that the process which started this one asks for.
#[cfg(not(target_os = "linux"))]
pub fn enter() -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
