//! Waiting for the program, and for nobody to be left of it.

use std::fs;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::super::sys;
use super::wire::{Control, WallNote};

/// How long processes that outlive the program may take to end by themselves.
const SETTLE: Duration = Duration::from_millis(100);

/// As long as nothing happens.
const FOREVER: Duration = Duration::from_secs(3600);

/// How long processes that fork as fast as they are killed are pursued.
const PURSUIT: Duration = Duration::from_secs(2);

/// The process outside of the namespace: waits for the first process inside, and ends as the program did.
///
/// A hang-up is the end of whoever asked, or its wish that everything ends.
pub(super) fn wait_outside(first: Pid, status: OwnedFd) -> ! {
    let ended = loop {
        if sys::next_signal(&[libc::SIGCHLD, libc::SIGHUP], FOREVER) == Some(libc::SIGHUP) {
            let _ = rustix::process::kill_process(first, Signal::KILL);
        }
        match sys::wait_any() {
            Ok(Some((pid, raw_status))) if pid == first => break raw_status,
            Ok(_) => {}
            Err(_) => sys::leave(1),
        }
    };
    let mut told = [0; 4];
    match rustix::io::read(&status, &mut told) {
        Ok(4) => sys::end_as(i32::from_ne_bytes(told)),
        _ => sys::end_as(ended),
    }
}

/// The first process of a namespace: collects orphans, and ends, with all that is left, when the program has ended.
pub(super) fn stay_inside(program: Pid, control: &Control, status: OwnedFd) -> ! {
    let raw_status = wait_for(program, &|signal| sys::signal_everybody(signal));
    let n_left = settled(&inside);
    let _ = control.say(WallNote::Left(n_left), None);
    send_status(&status, raw_status);
    sys::leave(0)
}

/// The parent of the program without a namespace: collects orphans and ends them, and ends as the program did.
pub(super) fn stay(program: Pid, control: &Control) -> ! {
    let raw_status = wait_for(program, &|signal| {
        if let Some(signal) = Signal::from_named_raw(signal) {
            let _ = rustix::process::kill_process_group(program, signal);
        }
    });
    let n_left = settled(&|| descendants().len());
    end_descendants();
    let _ = control.say(WallNote::Left(n_left), None);
    sys::end_as(raw_status)
}

/// Waits for the program; what asks it to end is handed on, and a hang-up ends it.
fn wait_for(program: Pid, hand_on: &dyn Fn(libc::c_int)) -> i32 {
    loop {
        match sys::next_signal(&[libc::SIGCHLD, libc::SIGHUP, libc::SIGTERM], FOREVER) {
            Some(libc::SIGTERM) => hand_on(libc::SIGTERM),
            Some(libc::SIGHUP) => {
                end_descendants();
                sys::leave(1)
            }
            _ => {}
        }
        // Several ends are one signal.
        loop {
            match sys::wait_any() {
                Ok(Some((pid, raw_status))) if pid == program => return raw_status,
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => sys::leave(1),
            }
        }
    }
}

/// Gives what is left a moment to end by itself; how many are left then.
fn settled(count: &dyn Fn() -> usize) -> i32 {
    let until = Instant::now() + SETTLE;
    loop {
        while let Ok(Some(_)) = sys::wait_any() {}
        let has_none = matches!(sys::wait_any(), Err(cause) if cause.raw_os_error() == Some(libc::ECHILD));
        let left = until.saturating_duration_since(Instant::now());
        if has_none || left.is_zero() {
            return if has_none { 0 } else { i32::try_from(count()).unwrap_or(i32::MAX) };
        }
        sys::next_signal(&[libc::SIGCHLD], left);
    }
}

/// Processes of the namespace besides the first.
fn inside() -> usize {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| *pid != 1).count()
}

/// Kills what is below this process until nothing is.
fn end_descendants() {
    let give_up = Instant::now() + PURSUIT;
    loop {
        let found = descendants();
        for pid in &found {
            let _ = rustix::process::kill_process(*pid, Signal::KILL);
        }
        while let Ok(Some(_)) = sys::wait_any() {}
        if found.is_empty() || Instant::now() > give_up {
            return;
        }
        sys::next_signal(&[libc::SIGCHLD], Duration::from_millis(2));
    }
}

/// The living below this process.
fn descendants() -> Vec<Pid> {
    let mut found: Vec<Pid> = Vec::new();
    let mut todo = vec![rustix::process::getpid()];
    while let Some(parent) = todo.pop() {
        let children = children(parent);
        todo.extend(&children);
        found.extend(children);
    }
    found.retain(|pid| !is_dead(*pid));
    found
}

fn is_dead(pid: Pid) -> bool {
    let stat = fs::read(format!("/proc/{pid}/stat")).unwrap_or_default();
    let stat = String::from_utf8_lossy(&stat);
    stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X']))
}

/// Children of all threads of a process.
pub(in crate::process) fn children(parent: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let lists: Vec<String> = lists.collect();
    let words = lists.iter().flat_map(|list| list.split_whitespace());
    words.filter_map(|word| word.parse().ok().and_then(Pid::from_raw)).collect()
}

/// Tells the process outside of the namespace how the program ended.
fn send_status(to: &OwnedFd, raw_status: i32) {
    // Whoever does not read it sees that we ended.
    let _ = rustix::io::write(to, &raw_status.to_ne_bytes());
}
