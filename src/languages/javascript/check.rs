//! Which candidates JavaScript's compiler would refuse, and which leave names that mean something else.

use std::collections::BTreeMap;
use std::ops::Range;

use super::deletions::{ScriptParts, ScriptPlace};
use super::scope::ScriptScopes;
use super::syntax::{class_parts, is_class, is_private, is_super_call, key};
use crate::ast::{NodeId, NodeSet, Tree, concrete};
use crate::deletions::{Candidate, Deletions, Group};
use crate::oracle::Flaw;
use crate::oracle::meaning::NameMeanings;

/// Mistakes of candidates.
pub(super) struct ScriptCheck {
    /// Siblings of which one must stay.
    groups: Vec<Group>,
    /// What declares, what uses it, and what is wrong with it alone.
    needed: Vec<(Vec<NodeId>, NodeId, String)>,
    /// Names that could come to mean something else.
    meanings: NameMeanings,
}

impl ScriptCheck {
    pub(super) fn new(program: &Tree, parts: &ScriptParts, scopes: &ScriptScopes) -> ScriptCheck {
        let text = &program.file(0).text;
        let concrete = concrete(program.language(), text);
        let part = |wanted: &ScriptPlace, range: Range<usize>| {
            let mut all = parts.all.iter();
            all.find(|part| part.place == *wanted && part.range == range).map(|part| part.deletion.node)
        };
        let innermost = |at: usize| program.ids().rev().find(|&node| program.span(node).contains(&at));
        let mut needed = Vec::new();
        for class in concrete.root().subtree().filter(|cst| is_class(*cst)) {
            let (heritage, members) = class_parts(class);
            if let Some(base) = heritage.and_then(|it| part(&ScriptPlace::Heritage, it.byte_range())) {
                let calls = class.subtree().filter(|cst| is_super_call(*cst));
                let why = "`super` is called in a class that extends nothing";
                needed
                    .extend(calls.filter_map(|call| {
                        Some((vec![base], innermost(call.start_byte())?, why.to_owned()))
                    }));
            }
            let mut private: BTreeMap<&str, (Vec<NodeId>, Vec<usize>)> = BTreeMap::new();
            for (_, member) in members {
                if let (Some(key), Some(node)) = (
                    key(member).filter(|key| is_private(*key)),
                    part(&ScriptPlace::Member, member.byte_range()),
                ) {
                    let known = private.entry(&text[key.byte_range()]).or_default();
                    known.0.push(node);
                    known.1.push(key.start_byte());
                }
            }
            for used in class.subtree().filter(|cst| is_private(*cst)) {
                let name = &text[used.byte_range()];
                if let Some((declaring, keys)) = private.get(name)
                    && !keys.contains(&used.start_byte())
                    && let Some(node) = innermost(used.start_byte())
                {
                    needed.push((declaring.clone(), node, format!("nothing declares `{name}`")));
                }
            }
        }
        let meanings = NameMeanings::new(scopes.scoped_uses(program));
        ScriptCheck { groups: parts.groups.clone(), needed, meanings }
    }

    /// The first mistake of a candidate; `None` when it compiles.
    pub(super) fn check(&self, program: &Tree, deletions: &Deletions, candidate: &Candidate) -> Option<Flaw> {
        if let Some(flaw) = self.meanings.check(program, deletions, candidate) {
            return Some(flaw);
        }
        if self.groups.is_empty() && self.needed.is_empty() {
            return None;
        }
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let repairs = |node: NodeId| -> NodeSet {
            let around = program.ancestors(node).chain([node]);
            around.filter(|&above| !deletions.of_node(above).is_empty()).collect()
        };
        for Group { parent, members } in &self.groups {
            if !gone.contains(*parent) && members.iter().all(|&member| gone.contains(member)) {
                let why = "neither `catch` nor `finally` is left".to_owned();
                return Some(Flaw { node: *parent, why, repairs: repairs(*parent) });
            }
        }
        for (declaring, node, why) in &self.needed {
            if !gone.contains(*node) && declaring.iter().all(|declared| gone.contains(*declared)) {
                return Some(Flaw { node: *node, why: why.clone(), repairs: repairs(*node) });
            }
        }
        None
    }
}
