//! The gate: rules from flags and configuration, and where its verdict goes.

use std::path::{Path, PathBuf};

use clap::Args;
use strum::VariantNames;

use super::Context;
use super::number::{from_zero, whole};
use super::select::one_of;
use crate::compare::{FailOn, Gate, GateVerdict, Metric};
use crate::error::{self, Result};
use crate::report::{ComparisonReport, annotations, step_summary};
use crate::results;

/// Flags of the gate.
#[derive(Clone, Debug, Args)]
pub(super) struct GateArgs {
    /// What fails, with exit code 1 [default: as in bench-slicers.toml, else regression]
    #[arg(help_heading = "Comparison and gate", long, value_name = "WHAT", value_parser = one_of::<FailOn>())]
    fail_on: Option<FailOn>,
    /// Smallest mean allowed on the current side, largest for size and excess: `recall=1`; repeatable
    #[arg(help_heading = "Comparison and gate", long = "limit", value_name = "METRIC=VALUE", value_parser = metric_parser)]
    limits: Vec<(Metric, f64)>,
    /// Largest change for the worse allowed in the paired mean: `precision=0.01`; repeatable
    #[arg(help_heading = "Comparison and gate", long = "max-drop", value_name = "METRIC=VALUE", value_parser = metric_parser)]
    max_drops: Vec<(Metric, f64)>,
    /// Write the gate's verdict as JSON
    #[arg(help_heading = "Comparison and gate", long, value_name = "FILE")]
    verdict: Option<PathBuf>,
    /// Append a Markdown summary of at most 1 MiB, as GitHub shows it
    #[arg(help_heading = "Comparison and gate", long, value_name = "FILE", env = "GITHUB_STEP_SUMMARY")]
    summary: Option<PathBuf>,
    /// Programs with changed nodes to show
    #[arg(help_heading = "Comparison and gate", long, value_name = "N", default_value_t = 5, value_parser = whole(0_usize))]
    pub(super) show: usize,
}

/// What is made of a comparison.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// What fails.
    pub(super) gate: Gate,
    /// Programs with changed nodes to show.
    pub(super) n_shown: usize,
}

fn metric_parser(text: &str) -> std::result::Result<(Metric, f64), String> {
    let known = Metric::VARIANTS.join(", ");
    let (name, value) = text.split_once('=').ok_or("expected METRIC=VALUE")?;
    let metric =
        name.parse::<Metric>().map_err(|_| format!("unknown metric `{name}`, expected one of {known}"))?;
    Ok((metric, from_zero(value)?))
}

impl GateArgs {
    /// Whether a flag asks for something that only a gate can do.
    pub(super) fn is_asked(&self) -> bool {
        self.fail_on.is_some()
            || self.verdict.is_some()
            || !self.limits.is_empty()
            || !self.max_drops.is_empty()
    }

    /// The rules: each flag wins over its key in the configuration.
    fn gate(&self, context: &Context) -> Gate {
        let mut gate = configured(self.fail_on, context);
        gate.limits.extend(self.limits.iter().copied());
        gate.max_drops.extend(self.max_drops.iter().copied());
        gate
    }

    /// The rules, with what is shown of changes.
    pub(super) fn rules(&self, context: &Context) -> Rules {
        Rules { gate: self.gate(context), n_shown: self.show }
    }

    /// Writes verdict, summary and annotations where they are asked for.
    pub(super) fn publish(&self, report: &ComparisonReport, context: &Context) -> Result<()> {
        let Some(verdict) = &report.verdict else { return Ok(()) };
        if let Some(path) = &self.verdict {
            write_verdict(path, verdict)?;
        }
        if let Some(path) = &self.summary {
            append(path, &step_summary(report))?;
        }
        if std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
            context.terminal.commands(&annotations(verdict));
        }
        Ok(())
    }
}

/// The rules of the configuration as of today; the flag, where there is one, wins over its key.
pub(super) fn configured(fail_on: Option<FailOn>, context: &Context) -> Gate {
    let mut gate = context.settings.config.gate.clone();
    gate.fail_on = fail_on.unwrap_or(gate.fail_on);
    gate.today = results::now().chars().take("2026-11-21".len()).collect();
    gate
}

fn write_verdict(path: &Path, verdict: &GateVerdict) -> Result<()> {
    let mut text = serde_json::to_string_pretty(verdict).expect("a verdict has text keys and plain numbers");
    text.push('\n');
    std::fs::write(path, text).map_err(|cause| error::cannot_write(path, &cause))
}

fn append(path: &Path, text: &str) -> Result<()> {
    let open = || std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = open().and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
    written.map_err(|cause| error::cannot_write(path, &cause))
}
