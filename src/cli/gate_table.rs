//! Table `[gate]` of `bench-slicers.toml`: the rules of the gate.

use std::collections::BTreeMap;
use strum::VariantNames;

use serde::Deserialize;
use toml::Spanned;

use super::number::FromZero;
use crate::compare::{FailOn, Gate, Metric, Waiver};
use crate::error::{self, Place, Problem};

/// Table `[gate]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GateTable {
    fail_on: Option<Spanned<String>>,
    limit: BTreeMap<Spanned<String>, FromZero>,
    max_drop: BTreeMap<Spanned<String>, FromZero>,
    #[serde(rename = "waiver")]
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
    pub(super) fn gate(self, place: impl Fn(usize) -> Place) -> Result<Gate, Vec<Problem>> {
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
                    Ok(metric) => drop(metrics.insert(metric, value.0)),
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

/// Whether a text is a day of the calendar as `2026-12-31`.
fn is_date(text: &str) -> bool {
    text.parse::<jiff::civil::Date>().is_ok_and(|date| date.to_string() == text)
}
