//! What the user wants, from flags, environment, configuration file and defaults, in this order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgAction, Args};

use super::config::{Config, FILE_NAME};
use super::number::whole;
use super::terminal::Color;
use crate::ast::Tree;
use crate::error::{self, Result};
use crate::suite::Suite;

/// Folder of results when none is named.
const DEFAULT_OUT: &str = "reports";

/// Flags that every subcommand takes.
#[derive(Debug, Default, Args)]
pub(super) struct GlobalArgs {
    /// Folder of benchmarks; repeatable [env: BENCH_SLICERS_SUITE, separated as in PATH] [default: the
    /// suite inside the program]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "DIR")]
    suite: Vec<PathBuf>,
    /// Folder of adapters, besides those inside the program; repeatable [env: BENCH_SLICERS_SLICERS,
    /// separated as in PATH]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "DIR")]
    slicer_dir: Vec<PathBuf>,
    /// As it was: folders of adapters, and names with commas between where a command takes several slicers
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "DIR", hide = true)]
    slicers: Vec<PathBuf>,
    /// Configuration file [default: the nearest bench-slicers.toml in this folder or above]
    #[arg(
        help_heading = "Everywhere",
        long,
        global = true,
        value_name = "FILE",
        env = "BENCH_SLICERS_CONFIG"
    )]
    config: Option<PathBuf>,
    /// When to use colour
    #[arg(
        help_heading = "Everywhere",
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        env = "BENCH_SLICERS_COLOR"
    )]
    pub(super) color: Color,
    /// Print data and errors only
    #[arg(help_heading = "Everywhere", long, short, global = true, action = ArgAction::SetTrue)]
    pub(super) quiet: bool,
    /// Width of tables in columns [default: the terminal's, else as wide as needed]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "COLUMNS", env = "BENCH_SLICERS_WIDTH",
          value_parser = whole(1_usize))]
    pub(super) width: Option<usize>,
}

impl GlobalArgs {
    /// Nothing but these folders is named.
    pub(super) fn of_folders(suite: Vec<PathBuf>, slicer_dir: Vec<PathBuf>) -> GlobalArgs {
        GlobalArgs { suite, slicer_dir, ..GlobalArgs::default() }
    }
}

/// The resolved settings that several subcommands use.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Suite folders; empty for the embedded suite.
    suites: Vec<PathBuf>,
    /// Adapter folders.
    pub(super) slicers: Vec<PathBuf>,
    /// Names in `--slicers`.
    slicer_names: Vec<String>,
    /// The configuration file, or an empty one.
    pub(super) config: Config,
}

impl Settings {
    /// With `takes_names`, what is no folder in `--slicers` are names separated by commas.
    pub(super) fn resolve(args: &GlobalArgs, takes_names: bool) -> Result<Settings> {
        let config = match &args.config {
            Some(path) => Config::read(path)?,
            None => find_config()?.map_or(Ok(Config::default()), |path| Config::read(&path))?,
        };
        let (names, earlier): (Vec<PathBuf>, Vec<PathBuf>) =
            args.slicers.iter().cloned().partition(|given| takes_names && !given.is_dir());
        let folders = [&args.slicer_dir[..], &earlier].concat();
        Ok(Settings {
            suites: first_given(&args.suite, "BENCH_SLICERS_SUITE", &config.suites),
            slicers: first_given(&folders, "BENCH_SLICERS_SLICERS", &config.slicers),
            slicer_names: names
                .iter()
                .flat_map(|names| names.to_string_lossy().split(',').map(str::to_owned).collect::<Vec<_>>())
                .collect(),
            config,
        })
    }

    /// The slicers of a command that takes several: by `--slicer`, else by `--slicers`.
    pub(super) fn slicer_names<'n>(&'n self, flags: &'n [String]) -> &'n [String] {
        if flags.is_empty() { &self.slicer_names } else { flags }
    }

    /// The suite that was asked for.
    pub(super) fn suite(&self) -> Result<Suite> {
        if self.is_embedded() { Suite::embedded() } else { Suite::load(&self.suites) }
    }

    /// As [`Settings::suite`], where gold slices may be missing.
    pub(super) fn unfinished_suite(&self) -> Result<Suite> {
        if self.is_embedded() { Suite::embedded() } else { Suite::load_unfinished(&self.suites) }
    }

    /// Trees of some programs of the suite, by `<language>/<name>`.
    pub(super) fn programs(&self, wanted: &BTreeSet<&str>) -> BTreeMap<String, Arc<Tree>> {
        Suite::programs(&self.suites, wanted)
    }

    /// Whether the suite is the one inside the program.
    pub(super) fn is_embedded(&self) -> bool {
        self.suites.is_empty()
    }

    /// The first folder of benchmarks that is named, if any.
    pub(super) fn suite_folder(&self) -> Option<PathBuf> {
        self.suites.first().cloned()
    }

    /// Folders of the suite; none for the one inside.
    pub(super) fn suites(&self) -> &[PathBuf] {
        &self.suites
    }

    /// Number of things to do at the same time.
    pub(super) fn jobs(&self, flag: Option<usize>) -> usize {
        let default = || std::thread::available_parallelism().map_or(1, usize::from);
        flag.or(self.config.jobs).unwrap_or_else(default).max(1)
    }

    /// Folder of results.
    pub(super) fn out(&self, flag: Option<&Path>) -> PathBuf {
        flag.map(Path::to_owned)
            .or_else(|| self.config.out.clone())
            .unwrap_or_else(|| PathBuf::from(DEFAULT_OUT))
    }
}

/// Flags, else the environment variable, else the configuration.
fn first_given(flags: &[PathBuf], variable: &str, configured: &[PathBuf]) -> Vec<PathBuf> {
    if !flags.is_empty() {
        return flags.to_vec();
    }
    match std::env::var_os(variable).filter(|value| !value.is_empty()) {
        Some(value) => std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect(),
        None => configured.to_vec(),
    }
}

/// The nearest configuration file upwards.
fn find_config() -> Result<Option<PathBuf>> {
    let here = std::env::current_dir().map_err(|cause| error::cannot_read(Path::new("."), &cause))?;
    Ok(here.ancestors().map(|folder| folder.join(FILE_NAME)).find(|path| path.is_file()))
}
