//! The programming languages whose programs can be graded: names, file extensions, grammars.
//!
//! In: a name or a path. Out: a [`Language`]. Nothing here parses; `ast` does.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

/// A programming language with a tree-sitter grammar and a counting profile.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    VariantArray,
    VariantNames,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// C99 with the usual extensions.
    C,
    /// Erlang/OTP.
    Erlang,
    /// Java up to the grammar's release.
    Java,
    /// ECMAScript, without JSX semantics.
    JavaScript,
    /// Python 3.
    Python,
    /// GNU R.
    R,
}

impl Language {
    /// Every language, in alphabetical order of [`Language::name`].
    pub const ALL: &[Language] = <Language as VariantArray>::VARIANTS;

    /// Lower-case name used in folder names, task ids and adapter files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// File extension that new files of this language get, without the dot.
    pub fn extension(self) -> &'static str {
        self.extensions()[0]
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            Language::C => &["c", "h"],
            Language::Erlang => &["erl", "hrl"],
            Language::Java => &["java"],
            Language::JavaScript => &["js", "mjs", "cjs"],
            Language::Python => &["py"],
            Language::R => &["R", "r"],
        }
    }

    /// The language of a file, judged by its extension, or `None`.
    pub fn from_path(path: &Path) -> Option<Language> {
        let extension = path.extension()?.to_str()?;
        Language::ALL.iter().copied().find(|language| language.extensions().contains(&extension))
    }

    /// Whether a file is compiled by itself; headers are left to those who include them.
    pub fn is_unit(self, path: &Path) -> bool {
        match self {
            Language::C | Language::Erlang => path.extension().is_some_and(|found| found == self.extension()),
            _ => true,
        }
    }

    /// Text that starts a comment reaching to the end of the line.
    pub fn line_comment(self) -> &'static str {
        match self {
            Language::C | Language::Java | Language::JavaScript => "//",
            Language::Erlang => "%",
            Language::Python | Language::R => "#",
        }
    }

    /// The tree-sitter grammar, at the version pinned in `Cargo.toml`.
    pub fn grammar(self) -> tree_sitter::Language {
        match self {
            Language::C => tree_sitter_c::LANGUAGE.into(),
            Language::Erlang => tree_sitter_erlang::LANGUAGE.into(),
            Language::Java => tree_sitter_java::LANGUAGE.into(),
            Language::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Language::Python => tree_sitter_python::LANGUAGE.into(),
            Language::R => tree_sitter_r::LANGUAGE.into(),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_extension_leads_back_to_its_language() {
        for &language in Language::ALL {
            assert_eq!(language.name().parse(), Ok(language));
            for extension in language.extensions() {
                let path = format!("dir/program.{extension}");
                assert_eq!(Language::from_path(Path::new(&path)), Some(language));
            }
        }
        assert_eq!(Language::from_path(Path::new("program.cobol")), None);
    }
}
