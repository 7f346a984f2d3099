//! Names that are used and no more declared, as javac resolved them in the whole program.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::ast::{NodeId, NodeSet};
use crate::deletions::Candidate;
use crate::languages::java::deletions::{JavaPart, JavaParts, JavaPlace};
use crate::oracle::Flaw;
use crate::oracle::protocol::SwitchTable;

/// Where what is declared is used.
#[derive(Debug, Default)]
pub(super) struct JavaNames {
    /// Uses of a declaration's node.
    uses: BTreeMap<NodeId, Vec<Mention>>,
}

/// A place that names what is declared elsewhere.
#[derive(Debug)]
struct Mention {
    /// What is around it and can go, innermost first.
    around: Vec<NodeId>,
    /// The variables whose type it is in, which goes with the last of them; empty for what is in no such type.
    variables: Vec<NodeId>,
}

impl Mention {
    fn new(parts: &JavaParts, at: usize) -> Mention {
        let holds = |part: &&JavaPart| part.range.contains(&at);
        let around = parts.all.iter().rev().filter(holds).map(|part| part.deletion.node).collect();
        let is_typed = |idx: &usize| {
            let declaration = &parts.declarations[*idx];
            let mut variables = declaration.row.ranges.iter();
            declaration.whole.contains(&at) && !variables.any(|range| range.contains(&at))
        };
        let of = (0..parts.declarations.len()).rev().find(is_typed);
        let is_of = |part: &&JavaPart| match part.place {
            JavaPlace::Declarator { declaration_idx } => Some(declaration_idx) == of,
            _ => false,
        };
        let variables = parts.all.iter().filter(is_of).map(|part| part.deletion.node).collect();
        Mention { around, variables }
    }

    fn is_gone(&self, deleted: &NodeSet) -> bool {
        let is_deleted = |&node: &NodeId| deleted.contains(node);
        self.around.iter().any(is_deleted)
            || !self.variables.is_empty() && self.variables.iter().all(is_deleted)
    }

    fn flaw(&self, declared: NodeId, name: &str) -> Flaw {
        Flaw {
            node: self.around.first().copied().unwrap_or(declared),
            why: format!("`{name}` is used, and its declaration is gone"),
            repairs: self.around.iter().chain(&self.variables).copied().collect(),
        }
    }
}

impl JavaNames {
    /// `told` are pairs of the declaration's switch and the place of the use, which `byte` makes one in bytes.
    pub(super) fn new(
        subject: &SwitchTable<'_>,
        parts: &JavaParts,
        told: &Json,
        byte: impl Fn(usize) -> usize,
    ) -> JavaNames {
        let mut uses: BTreeMap<NodeId, Vec<Mention>> = BTreeMap::new();
        for pair in told.as_array().into_iter().flatten() {
            let number = |idx: usize| usize::try_from(pair[idx].as_u64()?).ok();
            let (Some(switch), Some(place)) = (number(0), number(1)) else { continue };
            let Some(&declared) = switch.checked_sub(1).and_then(|idx| subject.switched.get(idx)) else {
                continue;
            };
            let used = Mention::new(parts, byte(place));
            if !used.around.contains(&declared) {
                uses.entry(declared).or_default().push(used);
            }
        }
        JavaNames { uses }
    }

    /// A use that is left of a declaration that is gone.
    pub(super) fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw> {
        let SwitchTable { program, deletions, .. } = subject;
        let deleted: NodeSet = candidate.ids().iter().map(|&id| deletions.get(id).node).collect();
        deleted.iter().find_map(|declared| {
            let used = self.uses.get(&declared)?.iter().find(|used| !used.is_gone(&deleted))?;
            Some(used.flaw(declared, program.label(declared)))
        })
    }
}
