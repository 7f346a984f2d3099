//! How much memory processes take, as the kernel counts it.

use rustix::process::Pid;

/// Memory of a process and of all below it, bytes. What they share counts once where the first sum is above the limit.
#[cfg(target_os = "linux")]
pub(super) fn tree_memory(pid: Pid, limit_byte: u64) -> u64 {
    let mut all = vec![pid];
    let mut next = 0;
    while let Some(parent) = all.get(next) {
        all.extend(super::walls::children(*parent));
        next += 1;
    }
    let resident = |pid: &Pid| memory_kib(*pid, "VmRSS:").unwrap_or(0);
    let byte = |kib: u64| kib.saturating_mul(1024);
    let sum = byte(all.iter().map(resident).sum());
    if sum <= limit_byte {
        return sum;
    }
    let share = |pid: &Pid| proportional_kib(*pid).or_else(|| memory_kib(*pid, "VmRSS:")).unwrap_or(0);
    byte(all.iter().map(share).sum())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn tree_memory(_pid: Pid, _limit_byte: u64) -> u64 {
    0
}

/// Memory of a process, with its share of what it shares, KiB.
#[cfg(target_os = "linux")]
fn proportional_kib(pid: Pid) -> Option<u64> {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// A line of `/proc/<pid>/status`, in KiB; `None` when the process has ended.
#[cfg(target_os = "linux")]
pub(super) fn memory_kib(pid: Pid, key: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
