//! The gate: rules from flags and configuration, and where its verdict goes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use strum::VariantNames;

use super::Context;
use super::compare::Rules;
use super::select::one_of;
use crate::compare::{FailOn, Gate, GateVerdict, Metric};
use crate::error::{self, Result};
use crate::report::{ComparisonReport, annotations, step_summary};
use crate::results;

/// Flags of the gate.
#[derive(Clone, Debug, Args)]
pub(super) struct GateArgs {
    /// What fails, with exit code 1 [default: that of bench-slicers.toml, else regression]
    #[arg(long, value_name = "WHAT", value_parser = one_of::<FailOn>())]
    fail_on: Option<FailOn>,
    /// Least mean of the current side, most for size and excess: `recall=1`; repeatable
    #[arg(long = "limit", value_name = "METRIC=VALUE", value_parser = metric_parser)]
    limits: Vec<(Metric, f64)>,
    /// Most by which the paired mean may get worse: `precision=0.01`; repeatable
    #[arg(long = "max-drop", value_name = "METRIC=VALUE", value_parser = metric_parser)]
    max_drops: Vec<(Metric, f64)>,
    /// Write the gate's verdict as JSON
    #[arg(long, value_name = "FILE")]
    verdict: Option<PathBuf>,
    /// Append a Markdown summary of at most 1 MiB, as GitHub shows it
    #[arg(long, value_name = "FILE", env = "GITHUB_STEP_SUMMARY")]
    summary: Option<PathBuf>,
    /// Programs with changed nodes to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) show: usize,
}

fn metric_parser(text: &str) -> std::result::Result<(Metric, f64), String> {
    let known = Metric::VARIANTS.join(", ");
    let (name, value) = text.split_once('=').ok_or("expected METRIC=VALUE")?;
    let metric = name.parse().map_err(|_| format!("unknown metric `{name}`, expected one of {known}"))?;
    match value.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok((metric, value)),
        _ => Err(format!("`{value}` is not a number of 0 or more")),
    }
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

/// Rules as `bench-slicers.toml` has them.
pub(super) mod config {
    use super::{BTreeMap, FailOn, Gate, Metric};
    use serde::Deserialize;
    use strum::VariantNames;
    use toml::Spanned;

    use crate::compare::Waiver;
    use crate::error::{self, Place, Problem};

    /// Table `[gate]`.
    #[derive(Clone, Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    pub(in crate::cli) struct GateTable {
        fail_on: Option<Spanned<String>>,
        #[serde(default)]
        limit: BTreeMap<Spanned<String>, f64>,
        #[serde(default)]
        max_drop: BTreeMap<Spanned<String>, f64>,
        #[serde(default, rename = "waiver")]
        waivers: Vec<Spanned<WaiverTable>>,
    }

    #[derive(Clone, Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    struct WaiverTable {
        task: String,
        reason: String,
        expires: Spanned<String>,
    }

    impl GateTable {
        /// The rules; `place` gives the place of a byte offset.
        pub(in crate::cli) fn gate(self, place: impl Fn(usize) -> Place) -> Result<Gate, Vec<Problem>> {
            let mut problems = Vec::new();
            let mut gate = Gate::default();
            if let Some(word) = self.fail_on {
                match word.get_ref().parse() {
                    Ok(choice) => gate.fail_on = choice,
                    Err(_) => problems.push(error::cli::bad_choice(
                        place(word.span().start),
                        word.get_ref(),
                        FailOn::VARIANTS,
                    )),
                }
            }
            let tables = [(self.limit, &mut gate.limits), (self.max_drop, &mut gate.max_drops)];
            for (table, metrics) in tables {
                for (name, value) in table {
                    match name.get_ref().parse() {
                        Ok(metric) => drop(metrics.insert(metric, value)),
                        Err(_) => problems.push(error::cli::bad_choice(
                            place(name.span().start),
                            name.get_ref(),
                            Metric::VARIANTS,
                        )),
                    }
                }
            }
            for waiver in self.waivers {
                let at = place(waiver.span().start);
                let WaiverTable { task, reason, expires } = waiver.into_inner();
                if !is_date(expires.get_ref()) {
                    problems.push(error::cli::bad_date(place(expires.span().start), expires.get_ref()));
                }
                let (expires, place) = (expires.into_inner(), at.to_string());
                gate.waivers.push(Waiver { task, reason, expires, place });
            }
            if problems.is_empty() { Ok(gate) } else { Err(problems) }
        }
    }

    /// Whether a text is a date as `2026-12-31`; days are not counted by month.
    fn is_date(text: &str) -> bool {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return false };
        let number = |text: &str, n_digits: usize| {
            (text.len() == n_digits).then(|| text.parse::<u32>().ok()).flatten()
        };
        number(year, 4).is_some()
            && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
            && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
    }
}
