//! Names that are used and no more declared, as javac resolved them in the whole program.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::ast::{NodeId, NodeSet};
use crate::deletions::Candidate;
use crate::languages::java::deletions::{JavaPart, JavaParts};
use crate::oracle::Flaw;
use crate::oracle::protocol::SwitchTable;

/// Where what is declared is used.
#[derive(Debug, Default)]
pub(super) struct JavaNames {
    /// Of a declaration's node its uses: what is around each and can go, innermost first.
    uses: BTreeMap<NodeId, Vec<Vec<NodeId>>>,
}

impl JavaNames {
    /// `told` are pairs of the declaration's switch and the place of the use, which `byte` makes one in bytes.
    pub(super) fn new(
        subject: &SwitchTable<'_>,
        parts: &JavaParts,
        told: &Json,
        byte: impl Fn(usize) -> usize,
    ) -> JavaNames {
        let mut uses: BTreeMap<NodeId, Vec<Vec<NodeId>>> = BTreeMap::new();
        for pair in told.as_array().into_iter().flatten() {
            let number = |idx: usize| usize::try_from(pair[idx].as_u64()?).ok();
            let (Some(switch), Some(place)) = (number(0), number(1)) else { continue };
            let Some(&declared) = switch.checked_sub(1).and_then(|idx| subject.switched.get(idx)) else {
                continue;
            };
            let at = byte(place);
            let holds = |part: &&JavaPart| part.range.contains(&at);
            let around = parts.all.iter().rev().filter(holds).map(|part| part.deletion.node);
            let around: Vec<NodeId> = around.collect();
            if !around.contains(&declared) {
                uses.entry(declared).or_default().push(around);
            }
        }
        JavaNames { uses }
    }

    /// A use that is left of a declaration that is gone.
    pub(super) fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw> {
        let SwitchTable { program, deletions, .. } = subject;
        let deleted: NodeSet = candidate.ids().iter().map(|&id| deletions.get(id).node).collect();
        for declared in deleted.iter() {
            for around in self.uses.get(&declared).into_iter().flatten() {
                if !around.iter().any(|&node| deleted.contains(node)) {
                    let node = around.first().copied().unwrap_or(declared);
                    let name = program.label(declared);
                    return Some(Flaw {
                        node,
                        why: format!("`{name}` is used, and its declaration is gone"),
                        repairs: around.iter().copied().collect(),
                    });
                }
            }
        }
        None
    }
}
