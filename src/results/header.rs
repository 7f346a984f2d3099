//! `run.json`: what was asked, of whom, where. Written first; marked complete last.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::IntoStaticStr;

use super::Reading;
use crate::files::RecordsStamp;
use crate::suite::Tier;

/// Newest format of results that this program writes and reads.
pub const FORMAT: u64 = 1;

/// Header of the results of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// [`FORMAT`] at the time of writing.
    pub format: u64,
    /// When the run began, UTC, to the second: `2026-11-21T10:53:06Z`.
    pub created: String,
    /// All tasks that were asked for have their record.
    pub complete: bool,
    /// The program that made the run.
    pub tool: ToolStamp,
    /// The tasks.
    pub suite: SuiteStamp,
    /// The slicer.
    pub slicer: SlicerStamp,
    /// How the answers are to be read when they are graded.
    #[serde(default)]
    pub reading: Reading,
    /// What the slicer was allowed.
    pub limits: RunLimits,
    /// What was between the slicer and everything else; empty words in what older versions wrote.
    #[serde(default, skip_serializing_if = "SandboxStamp::is_unknown")]
    pub sandbox: SandboxStamp,
    /// Tasks that ran at the same time; times measured with more than one are noisy.
    pub jobs: usize,
    /// How often each task ran, each time in other surroundings.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeats: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// The machine.
    #[serde(default)]
    pub host: Host,
}

/// `run.json` as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredHeader {
    #[serde(flatten)]
    pub(super) header: RunHeader,
    /// The records of a complete run; `None` before, and in what older versions wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) records: Option<RecordsStamp>,
}

fn once() -> usize {
    1
}

fn is_once(repeats: &usize) -> bool {
    *repeats == 1
}

/// A program and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolStamp {
    /// `bench-slicers`.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl ToolStamp {
    /// This program.
    pub fn this() -> ToolStamp {
        ToolStamp { name: env!("CARGO_PKG_NAME").into(), version: env!("CARGO_PKG_VERSION").into() }
    }
}

/// The tasks of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteStamp {
    /// Content hash of the whole suite, before any selection.
    pub hash: String,
    /// Tasks that were selected; a complete run has as many records.
    pub n_tasks: usize,
    /// Selection by name, as given; empty for all tasks.
    #[serde(default)]
    pub filters: Vec<String>,
    /// Selection by label, as given; empty for all tasks.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Selection by tier; `None` for both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Folders of the suite, as absolute paths; empty for the one inside the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<PathBuf>,
    /// Share of a split run, `k/n`; `None` for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
}

/// The slicer of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlicerStamp {
    /// Name of its adapter.
    pub name: String,
    /// What it says of itself; `None` when it was not asked or did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// SHA-256 of the adapter's text, hexadecimal.
    pub adapter_hash: String,
    /// The adapter itself, so that results can be understood without it.
    pub adapter_text: String,
    /// Its adapter's file, as an absolute path; `None` for one inside the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// What it is to a comparison of slicers.
    #[serde(default, skip_serializing_if = "SlicerRole::is_tool")]
    pub role: SlicerRole,
}

/// What a slicer is to a comparison of slicers.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum SlicerRole {
    /// Somebody's slicer.
    #[default]
    Tool,
    /// One that ships inside, and is meant to be used.
    BuiltIn,
    /// One that knows the answer, or looks at nothing: what a grade can be, and not a slicer to choose.
    Control,
}

impl SlicerRole {
    /// The word used in files and tables.
    pub fn name(self) -> &'static str {
        self.into()
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_tool(&self) -> bool {
        *self == SlicerRole::Tool
    }
}

/// What a slicer was allowed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock time of all commands of a task together, seconds; `None` for no limit.
    ///
    /// A call for several tasks has this time for each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// Seconds between the polite signal and the kill.
    #[serde(default)]
    pub grace_s: f64,
    /// Data of each process, bytes; `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_byte: Option<u64>,
    /// Size of standard output and of standard error, of each command, and of all files of an answer together,
    /// bytes; `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_byte: Option<u64>,
}

/// What was between a slicer and everything else, one word or a few for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SandboxStamp {
    /// `own root`, `landlock` or `open`.
    pub files: String,
    /// `none`, `loopback`, `full` as its adapter asks, or `open`, where what it asks for could not be had.
    pub network: String,
    /// `own namespace`, `landlock` or `open`.
    pub processes: String,
    /// `all processes together, by the kernel` or `polled`, `each process`, `unlimited`.
    pub memory: String,
}

impl SandboxStamp {
    /// What stood around the slicer, for a reader; `None` where nobody noted it.
    pub fn text(&self) -> Option<String> {
        if self.is_unknown() {
            return None;
        }
        let parts = [("files", &self.files), ("network", &self.network), ("processes", &self.processes)];
        if parts.iter().all(|(_, what)| *what == "open") {
            return Some("no walls around the slicer".to_owned());
        }
        let parts = parts.map(|(what, how)| format!("{what} {how}"));
        Some(format!("walls around the slicer: {}, memory {}", parts.join(", "), self.memory))
    }

    /// Whether nobody noted anything.
    fn is_unknown(&self) -> bool {
        *self == SandboxStamp::default()
    }
}

/// The machine, as far as it explains times. It is not named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Host {
    /// Operating system, with its kernel version where it says: `linux 6.1.0`.
    pub os: String,
    /// Architecture: `x86_64`.
    pub arch: String,
    /// Model of the processor; `None` where the system does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Processors that this program may use; 0 when unknown.
    pub n_cores: usize,
    /// Main memory, bytes; `None` where the system does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_byte: Option<u64>,
}

impl Host {
    /// The machine this runs on.
    pub fn this() -> Host {
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        let release = read("/proc/sys/kernel/osrelease");
        Host {
            os: format!("{} {}", std::env::consts::OS, release.trim()).trim_end().to_string(),
            arch: std::env::consts::ARCH.to_string(),
            cpu: field(&read("/proc/cpuinfo"), "model name"),
            n_cores: std::thread::available_parallelism().map_or(0, usize::from),
            memory_byte: field(&read("/proc/meminfo"), "MemTotal").and_then(|size| kib(&size)),
        }
    }
}

/// Value of the first line `key : value`.
fn field(text: &str, key: &str) -> Option<String> {
    let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
    pairs.find(|(found, _)| found.trim() == key).map(|(_, value)| value.trim().to_string())
}

fn kib(size: &str) -> Option<u64> {
    size.strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// The time, UTC, to the second, as in [`RunHeader::created`].
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    // Whole seconds of a valid time are a valid time.
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

impl RunHeader {
    /// Name of the run's folder, `<UTC time>-<short hash>`: `20261121T105306Z-1a2b3c4d`.
    ///
    /// Names sort by time. The hash is of the header, as it is at the start, and of `attempt`, which tells
    /// equal runs of the same second apart.
    pub fn folder_name(&self, attempt: u32) -> String {
        let time: String = self.created.chars().filter(|c| !matches!(c, '-' | ':')).collect();
        let text = serde_json::to_string(self).expect("a header has text keys and finite numbers only");
        let hash = Sha256::new().chain_update(text).chain_update(attempt.to_le_bytes()).finalize();
        let short: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        format!("{time}-{short}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_to_the_second_and_in_utc() {
        let now = now();
        assert_eq!(now.len(), "2026-11-21T10:53:06Z".len(), "{now}");
        assert!(now.ends_with('Z'), "{now}");
    }

    #[test]
    fn a_field_of_a_system_file_is_found_by_its_whole_name() {
        let text = "processor\t: 0\nmodel\t\t: 7\nmodel name\t: Fast CPU: 3 GHz\n";
        assert_eq!(field(text, "model name").as_deref(), Some("Fast CPU: 3 GHz"));
        assert_eq!(field(text, "name"), None);
        assert_eq!(kib("16 kB"), Some(16384));
        assert_eq!(kib("16"), None);
    }

    #[test]
    fn the_host_has_a_system_and_a_processor() {
        let host = Host::this();
        assert!(host.os.starts_with(std::env::consts::OS));
        assert!(host.n_cores > 0);
    }
}
