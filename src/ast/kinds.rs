//! What languages say of the kinds of nodes of a finished tree.

use super::profile::Profile;
use super::profiles::rules;
use super::tree::{BRANCH, GUARD, NodeId, Tree};
use crate::language::Language;

/// Whether a node is there whenever its parent is, with or without text.
pub(crate) fn is_slot(tree: &Tree, node: NodeId) -> bool {
    tree.kind(node) == GUARD && tree.is_counted(node)
}

/// Whether a node counts only when something in it does.
pub(crate) fn vanishes(tree: &Tree, node: NodeId) -> bool {
    let kind = tree.kind(node);
    kind == BRANCH || profile(tree.language()).is_some_and(|profile| profile.vanishing.contains(&kind))
}

/// Names that stand for deleted code in every program of a language.
pub(crate) fn placeholders(language: Language) -> &'static [&'static str] {
    profile(language).map_or(&[], |profile| profile.placeholders)
}

/// The profile of a language that has a grammar.
fn profile(language: Language) -> Option<&'static Profile> {
    (!language.is_lines()).then(|| rules(language).profile)
}
