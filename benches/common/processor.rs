//! Processor time of everything that a measurement starts, which other work on the machine does not change.

use std::collections::BTreeMap;

/// One process in the list of the system.
struct Process {
    parent: u32,
    /// Of the process, and of its children that ended, in hundredths of a second.
    ticks: u64,
}

/// Seconds of processor time of this process and all below it, those that ended included; to 10 ms.
pub(crate) fn processor_s() -> f64 {
    let pids = std::fs::read_dir("/proc")
        .expect("a Linux system")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let processes: BTreeMap<u32, Process> = pids.filter_map(|pid| Some((pid, process(pid)?))).collect();
    let own = std::process::id();
    let is_ours = |pid: u32| {
        let mut above = Some(pid);
        while let Some(pid) = above.filter(|&pid| pid != own) {
            above = processes.get(&pid).map(|process| process.parent);
        }
        above.is_some()
    };
    let ours = processes.iter().filter(|&(&pid, _)| is_ours(pid));
    ours.map(|(_, process)| process.ticks).sum::<u64>() as f64 / 100.0
}

fn process(pid: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name, which is in parentheses: state, parent, …, times of the process and of children that ended.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let time = |idx: usize| fields.get(idx)?.parse::<u64>().ok();
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        ticks: time(11)? + time(12)? + time(13)? + time(14)?,
    })
}
