//! What a process forbids itself: limits, capabilities, files by Landlock, system calls by seccomp.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    sock_filter,
};

use super::policy::{Network, Walls};
use super::sights::Sight;
use super::wire::WallOrder;

/// Newest rights that we know to be meant; older kernels take what they have.
const NEWEST: ABI = ABI::V6;

/// Open files of a process.
const N_OPEN_FILES: u64 = 4096;

/// Processes and threads of a program inside its user namespace.
const N_PROCESSES: u64 = 2048;

/// Devices that are no way out.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// System calls that no slicer needs and attacks do: other processes' memory, keys, the kernel's programs, mounts, time.
const FORBIDDEN: &[libc::c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_syslog,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_fanotify_init,
    libc::SYS_lookup_dcookie,
];

/// Whether the kernel filters system calls.
pub(in crate::process) fn has_seccomp() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Seccomp:")) && filter(&Walls::default()).is_ok()
}

/// Sets the limits that the program inherits.
pub(super) fn limit(order: &WallOrder) -> io::Result<()> {
    let at_most = |resource, wanted: u64| {
        let hard = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX).min(wanted);
        setrlimit(resource, Rlimit { current: Some(hard), maximum: Some(hard) })
    };
    at_most(Resource::Core, 0)?;
    at_most(Resource::Nofile, N_OPEN_FILES)?;
    // With a namespace, files are in memory of limited size.
    if !order.walls.layers.namespaces {
        at_most(Resource::Fsize, order.walls.files_byte)?;
    }
    // Without a namespace, all processes of the user would be counted.
    if order.walls.layers.namespaces {
        at_most(Resource::Nproc, N_PROCESSES)?;
    }
    // Data, not address space: virtual machines reserve many GiB of addresses that they never use.
    if let Some(byte) = order.memory_byte {
        at_most(Resource::Data, byte)?;
    }
    Ok(())
}

/// Gives up capabilities, then files, then system calls.
pub(super) fn raise(order: &WallOrder) -> io::Result<()> {
    let walls = &order.walls;
    rustix::thread::set_no_new_privs(true)?;
    drop_capabilities();
    if walls.layers.landlock > 0 {
        landlock(walls, &order.sights).map_err(io::Error::other)?;
    }
    if walls.layers.seccomp {
        for filter in [foreign_calls(), missing_calls()?, filter(walls)?] {
            seccompiler::apply_filter(&filter).map_err(io::Error::other)?;
        }
    }
    Ok(())
}

/// Refused to whoever has none to give up.
fn drop_capabilities() {
    for capability in CapabilitySet::all().iter() {
        let _ = rustix::thread::remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    let _ = rustix::thread::set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    );
}

fn landlock(walls: &Walls, sights: &[Sight]) -> Result<(), landlock::RulesetError> {
    let handled = match walls.layers.namespaces {
        // Whether files and folders can be made is a matter of mounts there. A rule for it would be looked for in every folder
        // above, which makes folders in folders quadratic.
        true => AccessFs::from_read(NEWEST) | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev,
        false => AccessFs::from_all(NEWEST),
    };
    let mut rules = Ruleset::default().handle_access(handled)?;
    if walls.network == Network::None {
        rules = rules.handle_access(AccessNet::from_all(NEWEST))?;
    }
    if walls.layers.landlock >= 6 {
        rules = rules.scope(Scope::from_all(NEWEST))?;
    }
    let mut rules = rules.create()?;
    let (read, all) = (AccessFs::from_read(NEWEST), handled);
    if walls.layers.namespaces {
        rules = allow(rules, Path::new("/"), read)?;
        rules = allow(rules, Path::new("/tmp"), all)?;
    } else {
        for sight in sights {
            rules = match sight {
                Sight::Folder(path) => allow(rules, path, read)?,
                Sight::File(path) => allow(rules, path, read & AccessFs::from_file(NEWEST))?,
                // What it leads to is another one.
                Sight::Link { .. } => rules,
            };
        }
        rules = allow(rules, Path::new("/proc/self"), read)?;
    }
    for device in DEVICES {
        rules = allow(rules, Path::new(device), all & AccessFs::from_file(NEWEST))?;
    }
    rules = allow(rules, &walls.work, all)?;
    rules.restrict_self()?;
    Ok(())
}

/// What is not there needs no rule. Of files, only what can be done with files may be allowed.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    rights: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(file) = PathFd::new(path) else { return Ok(rules) };
    rules.add_rule(PathBeneath::new(file, rights))
}

/// Calls by the tables of other processors and of x32, which no rule below speaks of, do not exist.
fn foreign_calls() -> BpfProgram {
    const LOAD_NUMBER: u16 = 0x20;
    const JUMP_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    let line = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    let not_there = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();
    vec![
        line(LOAD_NUMBER, 0, 0, 0),
        line(JUMP_AT_LEAST, 0, 1, 0x4000_0000),
        line(RETURN, 0, 0, not_there),
        line(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

/// The flags of `clone3` are in memory, where a filter cannot look: libraries go on with `clone`.
fn missing_calls() -> io::Result<BpfProgram> {
    program(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)
}

fn filter(walls: &Walls) -> io::Result<BpfProgram> {
    program(rules(walls).map_err(io::Error::other)?, libc::EPERM)
}

/// Answers these calls with an error, and lets all others pass.
fn program(rules: CallRules, errno: libc::c_int) -> io::Result<BpfProgram> {
    let answer = SeccompAction::Errno(errno.unsigned_abs());
    let architecture = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, architecture);
    filter.and_then(TryInto::try_into).map_err(io::Error::other)
}

type CallRules = BTreeMap<i64, Vec<SeccompRule>>;

/// A call is refused when this argument compares so, of which the kernel looks at 32 bits.
fn when(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?])
}

fn rules(walls: &Walls) -> Result<CallRules, seccompiler::BackendError> {
    let mut rules: CallRules = FORBIDDEN.iter().map(|call| (*call, Vec::new())).collect();
    let is_terminal_input = |request: libc::Ioctl| {
        when(1, SeccompCmpOp::Eq, u64::from(u32::try_from(request).unwrap_or(u32::MAX)))
    };
    // Typing for the user; the second is for the console of Linux.
    rules.insert(libc::SYS_ioctl, vec![is_terminal_input(libc::TIOCSTI)?, is_terminal_input(0x541C)?]);
    let namespaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let namespace = |flag: libc::c_int| {
        let flag = u64::from(flag.unsigned_abs());
        when(0, SeccompCmpOp::MaskedEq(flag), flag)
    };
    rules.insert(libc::SYS_clone, namespaces.into_iter().map(namespace).collect::<Result<_, _>>()?);
    // Outside of a process namespace, the limits of whoever asked could be set.
    if !walls.layers.namespaces && !walls.is_own {
        rules.insert(libc::SYS_prlimit64, vec![when(0, SeccompCmpOp::Ne, 0)?]);
    }
    let unix = u64::from(libc::AF_UNIX.unsigned_abs());
    match (walls.network, walls.layers.namespaces) {
        // Sockets in the file system lead to servers of the machine, which without a root folder of our own are in reach.
        (Network::None, false) => drop(rules.insert(libc::SYS_socket, Vec::new())),
        (Network::None, true) => drop(rules.insert(libc::SYS_socket, vec![when(0, SeccompCmpOp::Ne, unix)?])),
        (Network::Loopback | Network::Full, _) => {}
    }
    Ok(rules)
}
