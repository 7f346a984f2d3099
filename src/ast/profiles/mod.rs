//! One counting profile per language; `docs/METRICS.md` explains them. The only place of `ast` that names languages.

mod c;
mod erlang;
mod java;
mod javascript;
pub(super) mod lexis;
mod noted;
mod python;
mod r;

use std::sync::LazyLock;

use super::noted::NotedTable;
use super::profile::Profile;
use super::rules::RuleTable;
use crate::language::Language;

pub(crate) use erlang::atom_name;

/// In the order of [`Language::ALL`].
static TABLES: LazyLock<Vec<RuleTable>> = LazyLock::new(|| {
    Language::ALL.iter().copied().map(|language| RuleTable::new(language, profile(language))).collect()
});

/// What each language says beside its nodes, in the order of [`Language::ALL`].
static NOTED: LazyLock<Vec<NotedTable>> = LazyLock::new(|| {
    Language::ALL.iter().map(|&language| NotedTable::new(noted::noted(language), rules(language))).collect()
});

/// The table of a language that has a grammar.
pub(super) fn rules(language: Language) -> &'static RuleTable {
    &TABLES[idx(language)]
}

pub(super) fn noted(language: Language) -> &'static NotedTable {
    &NOTED[idx(language)]
}

fn idx(language: Language) -> usize {
    let idx = Language::ALL.iter().position(|&other| other == language);
    idx.expect("all languages are listed")
}

fn profile(language: Language) -> &'static Profile {
    match language {
        Language::C => &c::PROFILE,
        Language::Erlang => &erlang::PROFILE,
        Language::Java => &java::PROFILE,
        Language::JavaScript => &javascript::PROFILE,
        Language::Python => &python::PROFILE,
        Language::R => &r::PROFILE,
        Language::Lines(_) => &Profile::PLAIN,
    }
}
