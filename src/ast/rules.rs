//! What a profile says of each kind of its grammar, by the kind's number.

use super::cst::{Cst, GrammarNames};
use super::profile::{Profile, Rule, ValueOf};
use crate::language::Language;

/// What a builder asks about a kind, so that a node costs an array access.
#[derive(Clone, Copy, Default)]
pub(super) struct KindFacts {
    pub(super) rule: Option<Rule>,
    /// Its children are statements.
    pub(super) is_statement_list: bool,
    /// Its children are statements where it stands for one.
    pub(super) is_declaration: bool,
    /// A statement wherever it stands.
    pub(super) is_statement: bool,
    /// Does not count when nothing in it does.
    pub(super) vanishes: bool,
    /// Stands for deleted code.
    pub(super) is_placeholder: bool,
    /// Has fields whose content is a branch.
    pub(super) has_branches: bool,
    /// Its text with the quotes may be a placeholder, its label not.
    pub(super) is_text: bool,
    /// A branch that begins with its keyword.
    pub(super) announces_branch: bool,
    /// Has children with a role.
    pub(super) has_roles: bool,
    /// May be part of a loop's header.
    pub(super) is_act: bool,
    /// What its text means.
    pub(super) value: Option<ValueOf>,
    /// Tells no two definitions apart.
    pub(super) is_outside_header: bool,
}

/// A language's profile, its grammar's names, and the rules for its kinds.
pub(super) struct RuleTable {
    pub(super) profile: &'static Profile,
    pub(super) names: GrammarNames,
    facts: Vec<KindFacts>,
}

impl RuleTable {
    /// The table of a language; making it takes longer than to parse a small program.
    pub(super) fn new(language: Language, profile: &'static Profile) -> RuleTable {
        let names = GrammarNames::new(&language.grammar().expect("a language with a profile has a grammar"));
        let facts = names.kinds().iter().map(|kind| facts(profile, kind)).collect();
        RuleTable { profile, names, facts }
    }

    /// Facts of a node's kind; an error node has none.
    pub(super) fn facts(&self, cst: Cst<'_>) -> KindFacts {
        self.facts.get(cst.kind_id()).copied().unwrap_or_default()
    }
}

fn facts(profile: &Profile, kind: &str) -> KindFacts {
    KindFacts {
        rule: profile.rules.iter().find(|(name, _)| *name == kind).map(|(_, rule)| *rule),
        is_statement_list: profile.statement_lists.contains(&kind),
        is_declaration: profile.declarations.contains(&kind),
        is_statement: kind.ends_with("_statement") || profile.statements.contains(&kind),
        vanishes: profile.vanishing.contains(&kind),
        is_placeholder: profile.placeholder_kinds.contains(&kind),
        is_text: profile.texts.contains(&kind),
        announces_branch: profile.announcing.contains(&kind),
        has_roles: profile.roles.iter().any(|(parent, ..)| *parent == kind),
        is_act: profile.acts.contains(&kind),
        value: profile.values.iter().find(|(name, _)| *name == kind).map(|(_, value)| *value),
        is_outside_header: profile.outside_header.contains(&kind),
        has_branches: profile.branches.iter().any(|(parent, _)| *parent == kind),
    }
}
