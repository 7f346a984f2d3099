//! What each language says beside the nodes that we count: tables for [`noted`](crate::ast::noted).

mod c;
mod java;
mod javascript;
mod python;

use crate::ast::noted::Noted;
use crate::language::Language;

const ERLANG: Noted = Noted { of_text: Some(super::erlang::attributes), ..Noted::PLAIN };

const R: Noted = Noted {
    silent: &["comma"],
    tokens: &[("extract_operator", &[("$", false), ("@", false)])],
    places: &[("arguments", true)],
    ..Noted::PLAIN
};

/// The table of a language.
pub(super) fn noted(language: Language) -> &'static Noted {
    match language {
        Language::C => &c::NOTED,
        Language::Erlang => &ERLANG,
        Language::Java => &java::NOTED,
        Language::JavaScript => &javascript::NOTED,
        Language::Python => &python::NOTED,
        Language::R => &R,
        Language::Lines(_) => &Noted::PLAIN,
    }
}
