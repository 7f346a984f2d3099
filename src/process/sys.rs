//! System calls that neither the standard library nor `rustix` offers safely: all of the `unsafe` code of this module.
//!
//! Each function says why its call is sound, and what its caller must keep to.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::time::Duration;

use rustix::process::Pid;

/// How a process ended and what it used.
pub(super) struct Waited {
    pub(super) raw_status: i32,
    pub(super) usage: libc::rusage,
}

/// Waits for an ended child, with what it used; `None` when it has not ended.
pub(super) fn wait4(pid: Pid) -> Option<Waited> {
    let mut raw_status = 0;
    // SAFETY: all-zero bytes are a valid `rusage`, which is a struct of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let raw = pid.as_raw_nonzero().get();
    // SAFETY: both pointers are to live, exclusively borrowed values of the types that wait4 fills.
    let waited = unsafe { libc::wait4(raw, &mut raw_status, libc::WNOHANG, &mut usage) };
    (waited == raw).then_some(Waited { raw_status, usage })
}

/// Session of this process; 0 when it was opened outside of our process namespace, which `rustix` takes for impossible.
pub(super) fn own_session() -> i32 {
    // SAFETY: `getsid` touches no memory of ours.
    unsafe { libc::getsid(0) }
}

/// Whether whoever started us wants a signal ignored, as `nohup` does.
pub(super) fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: all-zero bytes are a valid `sigaction`, and a null pointer changes no handler.
    let earlier = unsafe {
        let mut earlier: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut earlier);
        earlier
    };
    earlier.sa_sigaction == libc::SIG_IGN
}

/// What `fork` came back as.
#[cfg(target_os = "linux")]
pub(super) enum Forked {
    Child,
    Parent(Pid),
}

/// Divides this process in two.
///
/// # Panics
/// When it has several threads: locks that another one holds would stay locked in the child.
#[cfg(target_os = "linux")]
pub(super) fn fork() -> io::Result<Forked> {
    assert_eq!(n_threads(), 1, "only trampolines fork, before they start anything");
    // SAFETY: there is one thread, so that the child's copy of this memory is consistent and may do anything.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Forked::Child),
        pid => Ok(Forked::Parent(Pid::from_raw(pid).expect("the id of a child is above 0"))),
    }
}

/// As [`fork`], but the new process is a child of the parent of this one, as this one is.
///
/// # Panics
/// As [`fork`].
#[cfg(target_os = "linux")]
pub(super) fn fork_sibling() -> io::Result<Forked> {
    assert_eq!(n_threads(), 1, "the spawner starts nothing else");
    let flags = libc::CLONE_PARENT | libc::SIGCHLD;
    // SAFETY: there is one thread, so that the child's copy of this memory is consistent and may do anything; without a stack of
    // its own it goes on with the copy of ours.
    match unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Forked::Child),
        pid => {
            let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
            Ok(Forked::Parent(pid.expect("the id of a process is a positive i32")))
        }
    }
}

#[cfg(target_os = "linux")]
fn n_threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count)
}

/// Leaves namespaces of the parent; may not be asked to leave tables of files, which other code relies on.
#[cfg(target_os = "linux")]
pub(super) fn unshare(flags: rustix::thread::UnshareFlags) -> io::Result<()> {
    assert!(!flags.contains(rustix::thread::UnshareFlags::FILES), "descriptors are shared by all code");
    // SAFETY: descriptors stay shared, which is all that is asked of a caller.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// From now on signals are collected by [`next_signal`] only; those that cannot be blocked are not.
#[cfg(target_os = "linux")]
pub(super) fn block_signals() {
    // SAFETY: `sigfillset` initialises the set, and the null pointer asks for no earlier mask.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &all, std::ptr::null_mut());
    }
}

/// Signals arrive again, as a program that is about to be executed expects.
#[cfg(target_os = "linux")]
pub(super) fn unblock_signals() {
    // SAFETY: `sigemptyset` initialises the set, and the null pointer asks for no earlier mask.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
}

/// The next of these signals; `None` when none comes in time.
#[cfg(target_os = "linux")]
pub(super) fn next_signal(signals: &[libc::c_int], wait: Duration) -> Option<libc::c_int> {
    // SAFETY: the set is initialised before use, and all pointers are to live values.
    let signal = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in signals {
            libc::sigaddset(&mut set, *signal);
        }
        let mut time: libc::timespec = std::mem::zeroed();
        time.tv_sec = libc::time_t::try_from(wait.as_secs()).unwrap_or(libc::time_t::MAX);
        time.tv_nsec = wait.subsec_nanos().into();
        libc::sigtimedwait(&set, std::ptr::null_mut(), &time)
    };
    (signal > 0).then_some(signal)
}

/// Ends this process as `raw_status` says that another one ended.
#[cfg(target_os = "linux")]
pub(super) fn end_as(raw_status: i32) -> ! {
    if libc::WIFSIGNALED(raw_status) {
        let signal = libc::WTERMSIG(raw_status);
        // SAFETY: default actions run no code of ours.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        unblock_signals();
    }
    leave(libc::WEXITSTATUS(raw_status))
}

/// Ends this process without running what the standard library does at the end of a program.
#[cfg(target_os = "linux")]
pub(super) fn leave(code: i32) -> ! {
    // SAFETY: `_exit` does not come back and runs no code of ours.
    unsafe { libc::_exit(code) }
}

/// Waits for any child; `Ok(None)` when none has ended.
#[cfg(target_os = "linux")]
pub(super) fn wait_any() -> io::Result<Option<(Pid, i32)>> {
    let mut raw_status = 0;
    // SAFETY: the pointer is to a live, exclusively borrowed integer.
    match unsafe { libc::waitpid(-1, &mut raw_status, libc::WNOHANG) } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid).map(|pid| (pid, raw_status))),
    }
}

/// Sends a signal to every process that may be reached: inside a process namespace all but its first.
#[cfg(target_os = "linux")]
pub(super) fn signal_everybody(signal: libc::c_int) {
    assert!(rustix::process::getpid().is_init(), "only inside of a process namespace of our own");
    // SAFETY: `kill` touches no memory of ours.
    unsafe { libc::kill(-1, signal) };
}

/// From now on no descriptor from `first` on outlives `exec`. Older kernels leave them as they are: ours are all marked.
#[cfg(target_os = "linux")]
pub(super) fn close_on_exec(first: u32) {
    // SAFETY: marks descriptors and closes none.
    unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
}

/// Attributes of a mount, and of all below it with `is_recursive`.
#[cfg(target_os = "linux")]
pub(super) fn set_mount_attributes(
    mount: BorrowedFd<'_>,
    set: u64,
    clear: u64,
    is_recursive: bool,
) -> io::Result<()> {
    let attributes = libc::mount_attr { attr_set: set, attr_clr: clear, propagation: 0, userns_fd: 0 };
    let flags = libc::AT_EMPTY_PATH | if is_recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is a C string, and the size is that of the struct that the pointer is to.
    let outcome = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Switches the loopback device of this network namespace on.
#[cfg(target_os = "linux")]
pub(super) fn raise_loopback() -> io::Result<()> {
    let socket = rustix::net::socket(rustix::net::AddressFamily::INET, rustix::net::SocketType::DGRAM, None)?;
    // SAFETY: all-zero bytes are a valid `ifreq`.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
        *to = from.cast_signed();
    }
    request.ifr_ifru.ifru_flags =
        i16::try_from(libc::IFF_UP | libc::IFF_RUNNING).expect("both flags are small");
    // SAFETY: the request takes a pointer to an `ifreq`, which lives during the call.
    let outcome = unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS, &raw const request) };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Version of Landlock that the kernel has; 0 for none.
#[cfg(target_os = "linux")]
pub(super) fn landlock_version() -> u32 {
    const ASK_VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel wants a null pointer and a size of 0, and makes nothing.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, ASK_VERSION)
    };
    u32::try_from(version).unwrap_or(0)
}
