//! `bench-slicers.toml`: settings that a project does not want to repeat on every command line.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::gate_table::GateTable;
use super::number::some_above_zero;
use crate::compare::Gate;
use crate::error::{self, Place, Result};

/// Name under which the file is found.
pub(super) const FILE_NAME: &str = "bench-slicers.toml";
/// Newest format that is read.
const FORMAT: u64 = 1;

/// The file; paths are relative to its folder.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Config {
    /// Format of the file; 1 when not given.
    format: Option<u64>,
    /// Suite folders.
    #[serde(default, rename = "suite")]
    pub(super) suites: Vec<PathBuf>,
    /// Adapter folders.
    #[serde(default)]
    pub(super) slicers: Vec<PathBuf>,
    /// Name or file of the slicer to run.
    pub(super) slicer: Option<String>,
    /// Folder of results.
    pub(super) out: Option<PathBuf>,
    /// Number of tasks at the same time.
    #[serde(default, deserialize_with = "some_above_zero")]
    pub(super) jobs: Option<usize>,
    /// Time limit of a task, seconds.
    #[serde(default, deserialize_with = "some_above_zero")]
    pub(super) timeout_s: Option<f64>,
    /// Table `[gate]` as it is written.
    #[serde(default, rename = "gate")]
    gate_table: GateTable,
    /// Rules of the gate.
    #[serde(skip)]
    pub(super) gate: Gate,
}

impl Config {
    pub(super) fn read(path: &Path) -> Result<Config> {
        let bytes = std::fs::read(path).map_err(|cause| error::cannot_read(path, &cause))?;
        let text = String::from_utf8(bytes)
            .map_err(|cause| error::not_utf8(path, cause.utf8_error().valid_up_to()))?;
        Config::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<Config> {
        let mut config: Config = toml::from_str(text).map_err(|cause| {
            let place = match cause.span() {
                Some(span) => Place::of_offset(path, text, span.start),
                None => Place::file(path),
            };
            error::cli::bad_config(place, cause.message())
        })?;
        match config.format {
            Some(format) if format > FORMAT => return Err(error::format_too_new(path, format, FORMAT)),
            _ => config.format = Some(FORMAT),
        }
        let place = |offset| Place::of_offset(path, text, offset);
        config.gate = match std::mem::take(&mut config.gate_table).gate(place) {
            Ok(gate) => gate,
            Err(problems) => return Err(error::from_problems(problems).expect("there are problems")),
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        for dir in config.suites.iter_mut().chain(&mut config.slicers).chain(&mut config.out) {
            *dir = folder.join(&*dir);
        }
        if let Some(slicer) = config.slicer.as_mut().filter(|slicer| slicer.ends_with(".toml")) {
            *slicer = folder.join(&*slicer).to_string_lossy().into_owned();
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file() {
        let text = "suite = ['s']\nslicer = 'x/a.toml'\nout = '/abs'\njobs = 2\ntimeout-s = 1.5\n";
        let config = Config::parse(Path::new("/p/bench-slicers.toml"), text).unwrap();
        assert_eq!(config.suites, [PathBuf::from("/p/s")]);
        assert_eq!(config.slicer.as_deref(), Some("/p/x/a.toml"));
        assert_eq!(config.out, Some(PathBuf::from("/abs")));
        assert_eq!((config.jobs, config.timeout_s), (Some(2), Some(1.5)));
    }

    #[test]
    fn rules_of_the_gate_are_checked_where_they_are_written() {
        let text = "[gate]\nfail-on = 'incomplete'\nlimit = { recall = 1.0 }\n\n[[gate.waiver]]\ntask = 'c/p/a'\n\
                    reason = 'known'\nexpires = '2026-12-31'\n";
        let gate = Config::parse(Path::new("c.toml"), text).unwrap().gate;
        assert_eq!((gate.fail_on.name(), gate.limits.len()), ("incomplete", 1));
        assert_eq!(gate.waivers[0].place, "c.toml:5:1");
        let wrong = "[gate]\nfail-on = 'regress'\nlimit = { recal = 1 }\n[[gate.waiver]]\ntask = 'a'\nreason = 'b'\n\
                     expires = '2026-13-01'\n";
        let text = Config::parse(Path::new("c.toml"), wrong).unwrap_err().to_string();
        for place in
            ["c.toml:2:11: unknown word `regress`", "c.toml:3:11: unknown word `recal`", "c.toml:7:11: "]
        {
            assert!(text.contains(place), "{place} in {text}");
        }
    }

    #[test]
    fn days_that_no_month_has_are_no_dates() {
        for (day, is_day) in [
            ("2026-02-28", true),
            ("2028-02-29", true),
            ("2026-02-29", false),
            ("2026-02-31", false),
            ("2026-04-31", false),
            ("20260228", false),
            ("2026-02-28T00:00", false),
        ] {
            let text = format!("[[gate.waiver]]\ntask = 'a'\nreason = 'b'\nexpires = '{day}'\n");
            let config = Config::parse(Path::new("c.toml"), &text);
            assert_eq!(config.is_ok(), is_day, "{day}: {config:?}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_their_place() {
        for (text, place) in [
            ("jobs = 0\n", "c.toml:1:8: wrong value `0`\nhint: expected a number above 0"),
            ("jobs = -1\n", "c.toml:1:8: "),
            ("timeout-s = nan\n", "c.toml:1:13: wrong value `NaN`\nhint: expected a number above 0"),
            ("timeout-s = inf\n", "c.toml:1:13: "),
            (
                "[gate]\nlimit = { recall = nan }\n",
                "c.toml:2:20: wrong value `NaN`\nhint: expected a number from 0",
            ),
            ("[gate]\nmax-drop = { f1 = -0.1 }\n", "c.toml:2:19: "),
        ] {
            let found = Config::parse(Path::new("c.toml"), text).unwrap_err().to_string();
            assert!(found.contains(place), "{text}{found}");
        }
    }

    #[test]
    fn a_misspelt_key_is_named_with_its_place() {
        let error = Config::parse(Path::new("c.toml"), "jobs = 1\njbos = 2\n").unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("error: c.toml:2:1: unknown field `jbos`\nhint: did you mean `jobs`?"),
            "{text}"
        );
    }

    #[test]
    fn a_newer_format_is_refused() {
        let error = Config::parse(Path::new("c.toml"), "format = 2\n").unwrap_err();
        assert!(error.to_string().contains("format 2 is newer"), "{error}");
    }
}
