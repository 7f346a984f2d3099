//! What a profile says of each kind of its grammar, by the kind's number.

use std::sync::LazyLock;

use super::cst::{Cst, Names};
use super::profile::{Profile, Rule};
use super::profiles;
use crate::language::Language;

/// What a builder asks about a kind, so that a node costs an array access.
#[derive(Clone, Copy, Debug, Default)]
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
}

/// A grammar's names and the rules for its kinds.
pub(super) struct RuleTable {
    pub(super) names: Names,
    facts: Vec<KindFacts>,
}

/// In the order of [`Language::ALL`]; a table takes longer to make than a small program to parse.
static TABLES: LazyLock<Vec<RuleTable>> =
    LazyLock::new(|| Language::ALL.iter().copied().map(RuleTable::new).collect());

impl RuleTable {
    /// The table of a language.
    pub(super) fn of(language: Language) -> &'static RuleTable {
        let idx = Language::ALL.iter().position(|&other| other == language);
        &TABLES[idx.expect("all languages are listed")]
    }

    fn new(language: Language) -> RuleTable {
        let names = Names::new(&language.grammar());
        let profile = profiles::profile(language);
        let facts = names.kinds().iter().map(|kind| facts(profile, kind)).collect();
        RuleTable { names, facts }
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
        has_branches: profile.branches.iter().any(|(parent, _)| *parent == kind),
    }
}
