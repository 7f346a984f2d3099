//! Table `[gate]` of `bench-slicers.toml`: the rules of the gate.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::compare::{FailOn, Gate, Metric, Waiver};
use crate::error::{self, Place, Problem};

/// Table `[gate]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GateTable {
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
    pub(super) fn gate(self, place: impl Fn(usize) -> Place) -> Result<Gate, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut gate = Gate::default();
        if let Some(word) = self.fail_on {
            match FailOn::from_name(word.get_ref()) {
                Some(choice) => gate.fail_on = choice,
                None => problems.push(error::cli::bad_choice(
                    place(word.span().start),
                    word.get_ref(),
                    &FailOn::ALL.map(FailOn::name),
                )),
            }
        }
        let tables = [(self.limit, &mut gate.limits), (self.max_drop, &mut gate.max_drops)];
        for (table, metrics) in tables {
            for (name, value) in table {
                match Metric::from_name(name.get_ref()) {
                    Some(metric) => drop(metrics.insert(metric, value)),
                    None => problems.push(error::cli::bad_choice(
                        place(name.span().start),
                        name.get_ref(),
                        &Metric::ALL.map(Metric::name),
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
    let number =
        |text: &str, n_digits: usize| (text.len() == n_digits).then(|| text.parse::<u32>().ok()).flatten();
    number(year, 4).is_some()
        && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
        && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
}
