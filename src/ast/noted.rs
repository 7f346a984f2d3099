//! What a language's table says of the words beside its nodes: which kinds are modifiers, types, directives.
//!
//! A kind that a profile skips and that the table does not name is a type, or stands for one: its words are compared
//! as they are.

use std::sync::Arc;

use super::cst::Cst;
use super::literal::{normal_literal, unquoted};
use super::profile::Rule;
use super::rules::RuleTable;

/// What a construct says, `None` when it is none of its sort.
pub(super) type Says = fn(&WordReader<'_>, Cst<'_>) -> Option<Saying>;

/// Directives that a construct holds besides what is in it.
pub(super) type Lists = fn(&WordReader<'_>, Cst<'_>) -> Vec<String>;

/// Directives of a whole file, given its text and its name without folder and extension, with their offsets.
pub(super) type OfText = fn(&str, &str) -> Vec<(usize, String)>;

/// Words in one spelling.
pub(super) type Spelling = fn(&[Arc<str>]) -> Vec<Arc<str>>;

/// Tokens that say something where they stand, and whether they are modifiers.
pub(super) type Tokens = &'static [(&'static str, bool)];

/// The table of one language.
pub(super) struct Noted {
    /// Kinds of modifiers, or of lists of them.
    pub(super) modifiers: &'static [&'static str],
    /// Modifiers that only a compiler's checks read.
    pub(super) unneeded: &'static [&'static str],
    /// Skipped kinds that say nothing.
    pub(super) silent: &'static [&'static str],
    /// Kinds whose types and modifiers are those of the names declared in them.
    pub(super) declaring: &'static [&'static str],
    /// Kinds in which the place of a modifier means something.
    pub(super) ordering: &'static [&'static str],
    /// Tokens by the kind that has them.
    pub(super) tokens: &'static [(&'static str, Tokens)],
    pub(super) directives: &'static [(&'static str, Says)],
    /// Words of the names that a construct declares, besides what is in it.
    pub(super) words: &'static [(&'static str, Lists)],
    pub(super) stated: &'static [(&'static str, Lists)],
    pub(super) implied: &'static [(&'static str, Lists)],
    /// Lists whose places may be empty, and whether one is behind the last comma.
    pub(super) places: &'static [(&'static str, bool)],
    /// Definitions whose result has a type.
    pub(super) results: &'static [&'static str],
    /// Kinds that return a value when there is one in them.
    pub(super) returns: &'static [&'static str],
    /// One spelling of words.
    pub(super) spelling: Option<Spelling>,
    pub(super) of_text: Option<OfText>,
}

impl Noted {
    /// A table that says nothing.
    pub(super) const PLAIN: Noted = Noted {
        modifiers: &[],
        unneeded: &[],
        silent: &[],
        declaring: &[],
        ordering: &[],
        tokens: &[],
        directives: &[],
        words: &[],
        stated: &[],
        implied: &[],
        places: &[],
        results: &[],
        returns: &[],
        spelling: None,
        of_text: None,
    };
}

/// What one construct says.
#[derive(Default)]
pub(super) struct Saying {
    pub(super) directives: Vec<String>,
    pub(super) words: Vec<Arc<str>>,
}

/// Text and rules of one file.
#[derive(Clone, Copy)]
pub(super) struct WordReader<'t> {
    pub(super) text: &'t str,
    rules: &'static RuleTable,
    noted: &'static NotedTable,
}

impl<'t> WordReader<'t> {
    pub(super) fn new(
        text: &'t str,
        rules: &'static RuleTable,
        noted: &'static NotedTable,
    ) -> WordReader<'t> {
        WordReader { text, rules, noted }
    }

    pub(super) fn noted(&self) -> &'static NotedTable {
        self.noted
    }

    /// Values of the tokens of a construct, without comments and trailing commas.
    pub(super) fn words(&self, cst: Cst<'_>) -> Vec<Arc<str>> {
        let mut words: Vec<Arc<str>> = Vec::new();
        let mut past = 0;
        for part in cst.subtree().filter(|part| !part.is_extra() || part.is_error()) {
            let is_text = self.rules.facts(part).is_text;
            if part.start_byte() < past || part.is_missing() || !(is_text || part.is_leaf()) {
                continue;
            }
            past = part.end_byte();
            let token = &self.text[part.byte_range()];
            if matches!(token, ")" | "]" | "}" | ">") && words.last().is_some_and(|last| **last == *",") {
                words.pop();
            }
            let word = if is_text { format!("\"{}\"", unquoted(token)) } else { normal_literal(token) };
            words.push(word.into());
        }
        match self.noted.spelling {
            Some(spelling) => spelling(&words),
            None => words,
        }
    }

    /// The words in one line.
    pub(super) fn line(&self, cst: Cst<'_>) -> String {
        self.words(cst).join(" ")
    }

    /// The text as it stands.
    pub(super) fn slice(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }
}

/// What is known of one kind.
#[derive(Clone, Copy, Default)]
pub(super) struct KindNotes {
    pub(super) is_skipped: bool,
    pub(super) is_silent: bool,
    pub(super) is_modifier: bool,
    pub(super) declares: bool,
    pub(super) orders_modifiers: bool,
    pub(super) has_result: bool,
    pub(super) returns: bool,
    pub(super) tokens: Tokens,
    pub(super) directive: Option<Says>,
    pub(super) words: Option<Lists>,
    pub(super) stated: Option<Lists>,
    pub(super) implied: Option<Lists>,
    /// Whether a comma has a place behind it, of a list whose places may be empty.
    pub(super) places: Option<bool>,
}

/// A language's table by the numbers of its kinds.
pub(super) struct NotedTable {
    kinds: Vec<KindNotes>,
    pub(super) unneeded: &'static [&'static str],
    pub(super) spelling: Option<Spelling>,
    pub(super) of_text: Option<OfText>,
}

impl NotedTable {
    pub(super) fn new(noted: &Noted, rules: &RuleTable) -> NotedTable {
        let kinds = rules.names.kinds().iter().map(|kind| kind_notes(noted, rules, kind)).collect();
        NotedTable { kinds, unneeded: noted.unneeded, spelling: noted.spelling, of_text: noted.of_text }
    }

    /// What is known of a node's kind; nothing of an error.
    pub(super) fn facts(&self, cst: Cst<'_>) -> KindNotes {
        self.kinds.get(cst.kind_id()).copied().unwrap_or_default()
    }
}

fn kind_notes(noted: &Noted, rules: &RuleTable, kind: &str) -> KindNotes {
    let rule = rules.profile.rules.iter().find(|(name, _)| *name == kind).map(|(_, rule)| rule);
    KindNotes {
        is_skipped: matches!(rule, Some(Rule::Skip)),
        is_silent: noted.silent.contains(&kind),
        is_modifier: noted.modifiers.contains(&kind),
        declares: noted.declaring.contains(&kind),
        orders_modifiers: noted.ordering.contains(&kind),
        has_result: noted.results.contains(&kind),
        returns: noted.returns.contains(&kind),
        tokens: of_kind(noted.tokens, kind).unwrap_or_default(),
        directive: of_kind(noted.directives, kind),
        words: of_kind(noted.words, kind),
        stated: of_kind(noted.stated, kind),
        implied: of_kind(noted.implied, kind),
        places: of_kind(noted.places, kind),
    }
}

fn of_kind<T: Copy>(table: &[(&str, T)], kind: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == kind).map(|(_, value)| *value)
}
