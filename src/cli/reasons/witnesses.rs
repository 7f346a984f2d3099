//! Why nodes of gold cannot go: what its certificate says, and the values that it is about.

use std::path::Path;

use super::{MAX_GROUPS, WitnessValues};
use crate::ast::{NodeId, Tree};
use crate::grade::Examined;
use crate::minimize::certificate::{Certificate, InputEntry, SliceEntry, WitnessEntry, witnessed};
use crate::oracle::Difference;
use crate::report::printable;
use crate::suite::Task;

/// How an oracle begins to say that there is no value.
const NO_VALUE: &str = "no value:";

/// Why single nodes of the gold slice cannot go, by its certificate.
pub(super) struct Witnesses {
    certificate: Certificate,
    slice: SliceEntry,
    criterion: String,
}

impl Witnesses {
    /// Those of the gold slice that was used; `None` where no certificate speaks of it.
    pub(super) fn of(task: Task<'_>, examined: &Examined) -> Option<Witnesses> {
        if examined.grade.normalised || examined.grade.incomparable {
            return None;
        }
        let text = task.criterion.certificate.as_deref()?;
        // Of another program or gold slice it would speak of other nodes.
        let certificate = Certificate::parse(text, Path::new("")).ok().filter(|one| one.is_of(task))?;
        let slice = certificate.slices.get(examined.grade.gold_idx)?.clone();
        let criterion = match &task.criterion.variable {
            Some(variable) => format!("`{variable}`"),
            None => "the criterion".to_owned(),
        };
        Some(Witnesses { certificate, slice, criterion })
    }

    /// What the deletion of each node, or of the next around it that can go, does to gold.
    pub(super) fn texts(
        &self,
        task: Task<'_>,
        program: &Tree,
        nodes: &[NodeId],
        values: WitnessValues,
    ) -> Vec<Option<String>> {
        let found: Vec<Option<(bool, &WitnessEntry)>> =
            nodes.iter().map(|&node| self.find(program, node)).collect();
        let run: Vec<&WitnessEntry> = match values {
            WitnessValues::Stored => Vec::new(),
            WitnessValues::Run => {
                found.iter().take(MAX_GROUPS).flatten().map(|(_, witness)| *witness).collect()
            }
        };
        // Where nothing can be run here, what is stored is told.
        let differences = match run.iter().any(|witness| witness.position.is_some()) {
            true => witnessed(task, &self.certificate, &self.slice, &run).unwrap_or_default(),
            false => Vec::new(),
        };
        let mut differences = differences.into_iter();
        let text = |found: &Option<(bool, &WitnessEntry)>| {
            let (is_own, witness) = (*found)?;
            self.text(program, is_own, witness, differences.next().flatten().as_ref())
        };
        found.iter().map(text).collect()
    }

    /// The witness of a node, or of the next node around it that can go, and whether it is its own.
    fn find(&self, program: &Tree, node: NodeId) -> Option<(bool, &WitnessEntry)> {
        let mut around = std::iter::once(node).chain(program.ancestors(node));
        around.find_map(|at| {
            let witness = self.slice.witnesses.iter().find(|witness| witness.node == at)?;
            Some((at == node, witness))
        })
    }

    fn text(
        &self,
        program: &Tree,
        is_own: bool,
        witness: &WitnessEntry,
        difference: Option<&Difference>,
    ) -> Option<String> {
        let without = match is_own {
            true => "gold without it".to_owned(),
            false => format!("gold without the {} around it", program.kind(witness.node).replace('_', " ")),
        };
        if let Some(error) = &witness.error {
            return Some(format!("{without} does not compile, {error}"));
        }
        let input = shown(self.certificate.inputs.get(witness.input?)?);
        let Some(position) = witness.position.map(|position| position + 1) else {
            return Some(format!("{without}, on {input}, does not end"));
        };
        let criterion = &self.criterion;
        Some(match difference.map(|found| (printable(&found.expected), printable(&found.got))) {
            None => format!("{without}, on {input}, has another value {position} of {criterion}, or none"),
            Some((expected, got)) => match got.strip_prefix(NO_VALUE) {
                Some(why) => {
                    let why = why.trim();
                    format!(
                        "{without}, on {input}, has no value {position} of {criterion} ({why}), where the program has {expected}"
                    )
                }
                None => {
                    format!(
                        "in {without}, on {input}, value {position} of {criterion} is {got} instead of {expected}"
                    )
                }
            },
        })
    }
}

fn shown(input: &InputEntry) -> String {
    match input {
        InputEntry::Args(args) if args.is_empty() => "an empty input".to_owned(),
        InputEntry::Args(args) => format!("input {}", printable(&args.join(", "))),
        InputEntry::Full { args, stdin } if args.is_empty() => format!("standard input {stdin:?}"),
        InputEntry::Full { args, stdin } => {
            format!("input {} and standard input {stdin:?}", printable(&args.join(", ")))
        }
    }
}
