//! One counting profile per language. Tables only; `docs/METRICS.md` explains them.

mod c;
mod erlang;
mod java;
mod javascript;
mod python;
mod r;

use super::profile::Profile;
use crate::language::Language;

pub(super) fn profile(language: Language) -> &'static Profile {
    match language {
        Language::C => &c::PROFILE,
        Language::Erlang => &erlang::PROFILE,
        Language::Java => &java::PROFILE,
        Language::JavaScript => &javascript::PROFILE,
        Language::Python => &python::PROFILE,
        Language::R => &r::PROFILE,
    }
}
