//! What is between a program and everything else, as whoever runs it says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What is taken for missing, with commas between: tests of what is left without it.
const LACKS_VARIABLE: &str = "BENCH_SLICERS_SANDBOX_LACKS";

/// Hidden subcommand of this executable that raises the walls and becomes the program.
pub const TRAMPOLINE: &str = "sandbox-exec";

/// Size of `/tmp`, where runtimes put small files whatever `TMPDIR` says.
pub(super) const TMP_BYTE: u64 = 64 << 20;

/// Variables of our own environment that a program gets.
const PASSED: [&str; 6] = ["PATH", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "SOURCE_DATE_EPOCH"];

/// Where systems have their programs and libraries.
const SYSTEM: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.conf.d",
    "/etc/fonts",
];

/// Beginnings of names in `/etc` that say how runtimes and libraries are set up, and nothing of the machine's users.
const SYSTEM_SETTINGS: [&str; 11] = [
    "ld.so.",
    "localtime",
    "timezone",
    "java",
    "R",
    "erlang",
    "python",
    "nsswitch.conf",
    "protocols",
    "services",
    "mime.types",
];

/// What a program needs to find other machines and to know that they are these: names of files, certificates, no keys.
const NETWORK_SETTINGS: [&str; 9] = [
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/ssl/certs",
    "/etc/ssl/cert.pem",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/certs",
    "/etc/pki/ca-trust/extracted",
];

/// What of a network a program may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Network {
    /// Nothing.
    #[default]
    None,
    /// Connections to itself.
    Loopback,
    /// All that this machine has.
    Full,
}

/// Which walls the kernel gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// User, process, network, IPC and mount namespaces, and what is done inside them.
    pub namespaces: bool,
    /// Version of Landlock; 0 for none, 6 also keeps signals inside.
    pub landlock: u32,
    /// Filters of system calls.
    pub seccomp: bool,
}

/// What is between one program and everything else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Walls {
    /// Folder that it may write, absolute, prepared for it; what it leaves is in
    /// `Completion::left`, and with namespaces nowhere else.
    pub work: PathBuf,
    /// Files and folders that it may read and execute besides the system's; missing ones are left out.
    pub read: Vec<PathBuf>,
    /// What it may not read although it is inside of what it may.
    pub hidden: Vec<PathBuf>,
    /// Its network.
    pub network: Network,
    /// Variables of our own environment that it gets, besides the few that all get.
    pub pass_env: Vec<String>,
    /// Size of all files in its work folder, and of each, bytes.
    pub files_byte: u64,
    /// Number of files and folders in its work folder.
    pub n_files: u64,
    /// It is this executable, which knows what it does.
    pub is_own: bool,
    /// The walls that are raised.
    pub layers: Layers,
}

impl Walls {
    /// What files may take of the memory, bytes: those of the work folder and of `/tmp`, where these are in memory.
    pub(in crate::process) fn memory_files_byte(&self) -> u64 {
        if self.layers.namespaces { self.files_byte.saturating_add(TMP_BYTE) } else { 0 }
    }

    /// The environment of a program: what passes, folders of its own, and what is given.
    pub(in crate::process) fn environment(
        &self,
        given: &BTreeMap<String, String>,
    ) -> BTreeMap<String, String> {
        let passes = |name: &str| {
            PASSED.contains(&name) || name.starts_with("LC_") || self.pass_env.iter().any(|pass| pass == name)
        };
        let own = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let mut environment: BTreeMap<String, String> = own.filter(|(name, _)| passes(name)).collect();
        let home = self.work.join("home");
        let folders = [
            ("HOME", home.clone()),
            ("TMPDIR", self.work.join("tmp")),
            ("XDG_CACHE_HOME", home.join(".cache")),
            ("XDG_CONFIG_HOME", home.join(".config")),
            ("XDG_DATA_HOME", home.join(".local/share")),
            ("XDG_STATE_HOME", home.join(".local/state")),
            ("XDG_RUNTIME_DIR", home.join(".run")),
        ];
        environment
            .extend(folders.map(|(name, path)| (name.to_owned(), path.to_string_lossy().into_owned())));
        environment.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
        environment
    }
}

/// Whether somebody wants to know what is left without a layer, or without control groups.
pub(in crate::process) fn is_lacking(layer: &str) -> bool {
    let lacks = std::env::var(LACKS_VARIABLE).unwrap_or_default();
    lacks.split(',').any(|lack| lack.trim() == layer)
}

/// Whether a path is where systems have programs and libraries, which every program may read.
pub fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// What a program may read besides that has all of this machine's network.
pub fn network_paths() -> impl Iterator<Item = PathBuf> {
    NETWORK_SETTINGS.iter().map(PathBuf::from)
}

/// What every program may read, of what is there.
#[cfg(target_os = "linux")]
pub(super) fn system_paths() -> Vec<PathBuf> {
    let folders = SYSTEM.iter().map(PathBuf::from);
    let is_setting = |name: &str| SYSTEM_SETTINGS.iter().any(|begin| name.starts_with(begin));
    let settings = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let settings = settings.filter(|entry| entry.file_name().to_str().is_some_and(is_setting));
    folders.chain(settings.map(|entry| entry.path())).filter(|path| path.symlink_metadata().is_ok()).collect()
}

impl Layers {
    /// What is not to be had, in words for a reader; empty when all is.
    pub fn missing(self) -> Vec<&'static str> {
        let missing = [
            (!self.namespaces, "namespaces"),
            (self.landlock == 0, "Landlock"),
            (self.landlock > 0 && self.landlock < 6, "Landlock's walls around signals"),
            (!self.seccomp, "seccomp"),
        ];
        missing.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, what)| what).collect()
    }

    /// What slicers do less well between the walls that there are, in words for a reader.
    pub fn cost(self) -> Option<&'static str> {
        let looks_far = !self.namespaces && self.landlock > 0;
        looks_far.then_some("thousands of folders inside each other take their time")
    }
}
