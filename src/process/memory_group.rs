//! Limits of memory that the kernel keeps: control groups of version 2, where they are delegated to us.
//!
//! A folder with processes in it cannot hand controllers on to folders below it ("no internal processes", cgroup-v2 of the
//! kernel's documentation), so this process first moves into a folder of its own below the one it was started in. Where
//! others are there too, as in a session that was not delegated, everything stays as it was.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::Pid;

/// Begin of the names of our folders; the id of the process that made them follows.
const NAME: &str = "bench-slicers-";

/// How long the processes of a folder that are killed may take to be gone.
const EMPTY_WAIT: Duration = Duration::from_secs(2);

/// Whether memory of several processes together is limited by the kernel; asked once, before other processes are started.
pub fn limits_memory() -> bool {
    delegated().is_some()
}

/// Processes whose memory together is limited; they end with it.
pub(super) struct MemoryGroup {
    folder: PathBuf,
}

impl MemoryGroup {
    /// An empty group, with at most so many bytes of memory and none of swap; `None` where the kernel keeps no such limits for us.
    pub(super) fn new(limit_byte: u64) -> Option<MemoryGroup> {
        static N_GROUPS: AtomicU64 = AtomicU64::new(0);
        let idx = N_GROUPS.fetch_add(1, Ordering::Relaxed);
        let folder = delegated()?.join(format!("{NAME}{}-{idx}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let group = MemoryGroup { folder };
        group.write("memory.max", &limit_byte.to_string()).ok()?;
        // Missing where the kernel has no swap.
        let _ = group.write("memory.swap.max", "0");
        // A program without one of its processes might still answer.
        let _ = group.write("memory.oom.group", "1");
        Some(group)
    }

    /// Moves a process in; what it starts from now on is in, too.
    ///
    /// # Errors
    /// It has ended, or the kernel refuses.
    pub(super) fn take_in(&self, pid: Pid) -> io::Result<()> {
        self.write("cgroup.procs", &pid.as_raw_nonzero().to_string())
    }

    /// Memory of all of its processes that is not of files, bytes; what they share counts once.
    pub(super) fn anonymous_byte(&self) -> Option<u64> {
        number(&self.folder.join("memory.stat"), "anon")
    }

    /// Whether the kernel ended processes for want of memory.
    pub(super) fn has_run_out(&self) -> bool {
        number(&self.folder.join("memory.events"), "oom_kill").is_some_and(|n| n > 0)
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        fs::write(self.folder.join(file), text)
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // Since Linux 5.14; before that, what is left was killed one by one.
        let _ = self.write("cgroup.kill", "1");
        let give_up = Instant::now() + EMPTY_WAIT;
        // Busy until the last process is gone.
        while fs::remove_dir(&self.folder).is_err_and(|cause| cause.kind() != io::ErrorKind::NotFound)
            && Instant::now() < give_up
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What is delegated to this process.
struct Delegated {
    /// Groups are made in it.
    folder: PathBuf,
    /// The folder in it that this process moved to; `None` where it could stay.
    own: Option<PathBuf>,
}

static DELEGATED: OnceLock<Option<Delegated>> = OnceLock::new();

/// The folder that groups are made in.
fn delegated() -> Option<&'static Path> {
    let find = || if super::walls::is_lacking("control-groups") { None } else { Delegated::find() };
    DELEGATED.get_or_init(find).as_ref().map(|delegated| delegated.folder.as_path())
}

/// Goes back to the folder that this process was started in, so that others can be started there; at the end of a command.
pub fn hand_memory_back() {
    let Some(Delegated { folder, own: Some(own) }) = DELEGATED.get().and_then(Option::as_ref) else { return };
    super::spawn::end();
    // What cannot be done here is done by the next start, or by whoever delegated the folder.
    let _ = fs::write(folder.join("cgroup.subtree_control"), "-memory")
        .and_then(|()| enter(folder))
        .and_then(|()| fs::remove_dir(own));
}

impl Delegated {
    fn find() -> Option<Delegated> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let folder = own_folder(&mounts, &groups)?;
        let has_memory = |file: &str| {
            let names = fs::read_to_string(folder.join(file)).unwrap_or_default();
            names.split_whitespace().any(|name| name == "memory")
        };
        if !has_memory("cgroup.controllers") {
            return None;
        }
        sweep(&folder);
        if has_memory("cgroup.subtree_control") || hand_on(&folder).is_ok() {
            return can_be_made_in(&folder).then_some(Delegated { folder, own: None });
        }
        let own = folder.join(format!("{NAME}{}", std::process::id()));
        fs::create_dir(&own).ok()?;
        if enter(&own).and_then(|()| hand_on(&folder)).is_ok() {
            return Some(Delegated { folder, own: Some(own) });
        }
        // Nothing is different for whoever started us.
        let _ = enter(&folder);
        let _ = fs::remove_dir(&own);
        None
    }
}

/// Moves this process.
fn enter(folder: &Path) -> io::Result<()> {
    fs::write(folder.join("cgroup.procs"), std::process::id().to_string())
}

/// Whether folders can be made in it: others may own it.
fn can_be_made_in(folder: &Path) -> bool {
    let tried = folder.join(format!("{NAME}{}", std::process::id()));
    fs::create_dir(&tried).and_then(|()| fs::remove_dir(&tried)).is_ok()
}

/// Has the folders below limit memory.
fn hand_on(folder: &Path) -> io::Result<()> {
    fs::write(folder.join("cgroup.subtree_control"), "+memory")
}

/// Removes what harnesses left that were killed.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(NAME)).and_then(owner);
        let is_dead = |pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH);
        if owner.is_some_and(is_dead) {
            // Refused where something lives on in it.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The process that a folder is of: `7`, `7-2`.
fn owner(rest: &str) -> Option<Pid> {
    rest.split('-').next()?.parse().ok().and_then(Pid::from_raw)
}

/// The folder of the control group that a process is in, from its `mountinfo` and `cgroup`.
fn own_folder(mounts: &str, groups: &str) -> Option<PathBuf> {
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let (root, mount) = mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3);
        let place = (fields.next()?, fields.next()?);
        after.starts_with("cgroup2 ").then_some(place)
    })?;
    let below = Path::new(path).strip_prefix(root).ok()?;
    // Above the root folder of a namespace of control groups there is nothing for us.
    let is_inside = below.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    is_inside.then(|| Path::new(mount).join(below))
}

/// The number behind a name, in a file with one of each on a line.
fn number(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_folder_is_below_the_mount_of_version_2() {
        let mounts = "25 1 0:22 / /proc rw - proc proc rw\n\
                      30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let check = |mounts: &str, groups: &str, expected: Option<&str>| {
            assert_eq!(own_folder(mounts, groups).as_deref(), expected.map(Path::new), "{groups}");
        };
        check(mounts, "0::/user.slice/a b.scope\n", Some("/sys/fs/cgroup/user.slice/a b.scope"));
        check(mounts, "12:memory:/x\n0::/\n", Some("/sys/fs/cgroup/"));
        // Of version 1 alone; outside of the namespace; not mounted.
        check(mounts, "12:memory:/x\n", None);
        check(mounts, "0::/../x\n", None);
        check("25 1 0:22 / /proc rw - proc proc rw\n", "0::/x\n", None);
        // A container shows a part of all groups.
        let part = "30 23 0:26 /pod /sys/fs/cgroup rw - cgroup2 cgroup rw\n";
        check(part, "0::/pod/x\n", Some("/sys/fs/cgroup/x"));
        check(part, "0::/other\n", None);
    }

    #[test]
    fn folders_are_swept_by_the_process_in_their_name() {
        assert_eq!(owner("7"), Pid::from_raw(7));
        assert_eq!(owner("7-2"), Pid::from_raw(7));
        assert_eq!(owner("x"), None);
        assert_eq!(owner("0"), None);
    }
}
