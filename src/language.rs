//! The programming languages whose programs can be graded: names, file extensions, grammars.
//!
//! In: a name or a path. Out: a [`Language`]. Nothing here parses; `ast` does.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Mutex;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A programming language: one with a tree-sitter grammar and a counting profile, or any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// A language without a grammar, by its name: its programs are lists of lines.
    Lines(&'static str),
}

/// Name of [`Language::TEXT`].
const TEXT: &str = "text";

/// Names of at least this many letters are compared with a language that is no name, to find typing errors.
const SHORTEST_GUESS: usize = 4;

/// Why a word is not the name of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotALanguage {
    /// It has characters that a name has not.
    Word(String),
    /// It is nearly this name, or an extension of this language's files.
    Meant(String, Language),
}

impl fmt::Display for NotALanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotALanguage::Word(word) => write!(
                f,
                "`{word}` cannot be the name of a language: small letters, digits, `+`, `#`, `-` and `_`, a letter first"
            ),
            NotALanguage::Meant(word, language) => {
                write!(
                    f,
                    "`{word}` is not a language; `{language}` is, and `{TEXT}` is any other, line by line"
                )
            }
        }
    }
}

impl std::error::Error for NotALanguage {}

impl Language {
    /// Every language with a grammar, in alphabetical order of [`Language::name`].
    pub const ALL: &[Language] =
        &[Language::C, Language::Erlang, Language::Java, Language::JavaScript, Language::Python, Language::R];

    /// A language of which nothing is known but that its programs have lines: any text.
    pub const TEXT: Language = Language::Lines(TEXT);

    /// Lower-case name used in folder names, task ids and adapter files.
    pub fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Erlang => "erlang",
            Language::Java => "java",
            Language::JavaScript => "javascript",
            Language::Python => "python",
            Language::R => "r",
            Language::Lines(name) => name,
        }
    }

    /// Whether its programs are lists of lines, for want of a grammar.
    pub fn is_lines(self) -> bool {
        matches!(self, Language::Lines(_))
    }

    /// File extension that new files of this language get, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Lines(TEXT) => "txt",
            Language::Lines(name) => name,
            _ => self.extensions()[0],
        }
    }

    /// What files of this language may end in; a language without a grammar has files of any name.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Language::C => &["c", "h"],
            Language::Erlang => &["erl", "hrl"],
            Language::Java => &["java"],
            Language::JavaScript => &["js", "mjs", "cjs"],
            Language::Python => &["py"],
            Language::R => &["R", "r"],
            Language::Lines(_) => &[],
        }
    }

    /// The language with a grammar of a file, judged by its extension, or `None`.
    pub fn from_path(path: &Path) -> Option<Language> {
        let extension = path.extension()?.to_str()?;
        Language::ALL.iter().copied().find(|language| language.extensions().contains(&extension))
    }

    /// The language of a file: without a grammar for it, the one that its extension names, and [`Language::TEXT`]
    /// where that is no name.
    pub fn of_file(path: &Path) -> Language {
        let extension = || path.extension()?.to_str()?.to_lowercase().parse().ok();
        Language::from_path(path).or_else(extension).unwrap_or(Language::TEXT)
    }

    /// Whether a file can be one of a program in this language.
    pub fn has_file(self, path: &Path) -> bool {
        // As lines any program can be graded, but only for who asks for it.
        let is_other = || self.is_lines() && Language::from_path(path).is_none();
        self == Language::TEXT || is_other() || Language::from_path(path) == Some(self)
    }

    /// Whether a file is compiled by itself; headers are left to those who include them.
    pub fn is_unit(self, path: &Path) -> bool {
        match self {
            Language::C | Language::Erlang => path.extension().is_some_and(|found| found == self.extension()),
            _ => true,
        }
    }

    /// Text that starts a comment reaching to the end of the line; empty where it is not known.
    pub fn line_comment(self) -> &'static str {
        match self {
            Language::C | Language::Java | Language::JavaScript => "//",
            Language::Erlang => "%",
            Language::Python | Language::R => "#",
            Language::Lines(_) => "",
        }
    }

    /// Whether a body has the value of its last statement.
    pub fn has_implicit_return(self) -> bool {
        matches!(self, Language::Erlang | Language::R)
    }

    /// The tree-sitter grammar, at the version pinned in `Cargo.toml`; `None` where there is none.
    pub fn grammar(self) -> Option<tree_sitter::Language> {
        Some(match self {
            Language::C => tree_sitter_c::LANGUAGE.into(),
            Language::Erlang => tree_sitter_erlang::LANGUAGE.into(),
            Language::Java => tree_sitter_java::LANGUAGE.into(),
            Language::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Language::Python => tree_sitter_python::LANGUAGE.into(),
            Language::R => tree_sitter_r::LANGUAGE.into(),
            Language::Lines(_) => return None,
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = NotALanguage;

    fn from_str(word: &str) -> Result<Language, NotALanguage> {
        if let Some(known) = Language::ALL.iter().find(|language| language.name() == word) {
            return Ok(*known);
        }
        if let Some(meant) = meant(word) {
            return Err(NotALanguage::Meant(word.to_owned(), meant));
        }
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "+#-_".contains(c);
        match word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(is_plain) {
            true => Ok(Language::Lines(interned(word))),
            false => Err(NotALanguage::Word(word.to_owned())),
        }
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Language, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

/// Reads a name where it stands, so that a mistake has the place of the word and not of the list around it.
struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Language;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a language")
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Language, E> {
        word.parse().map_err(E::custom)
    }
}

/// The language with a grammar that somebody meant who wrote its extension, or a wrong letter or two.
fn meant(word: &str) -> Option<Language> {
    let lower = word.to_lowercase();
    let is_near = |name: &str| {
        let most = if name.len() > SHORTEST_GUESS { 2 } else { 1 };
        // Typing errors leave the first letter alone, and Cython is another language.
        let is_same_start = lower.starts_with(&name[..1]);
        name.len() >= SHORTEST_GUESS && is_same_start && n_edits(name.as_bytes(), lower.as_bytes()) <= most
    };
    let is_meant = |language: &&Language| {
        lower == language.name() || language.extensions().contains(&word) || is_near(language.name())
    };
    Language::ALL.iter().find(is_meant).copied()
}

/// Letters to insert, delete or replace, and neighbours to swap, until one word is the other.
///
/// Damerau, "A Technique for Computer Detection and Correction of Spelling Errors", CACM 1964.
fn n_edits(one: &[u8], other: &[u8]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// The one copy of a name that lives as long as the program.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if name == TEXT {
        return TEXT;
    }
    let mut names = NAMES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = Box::leak(name.into());
    names.insert(name);
    name
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
                assert!(language.has_file(Path::new(&path)));
            }
        }
    }

    #[test]
    fn any_other_language_is_one_of_lines() {
        let cobol: Language = "cobol".parse().unwrap();
        assert_eq!((cobol, cobol.name(), cobol.extension()), (Language::Lines("cobol"), "cobol", "cobol"));
        assert_eq!(Language::of_file(Path::new("program.cobol")), cobol);
        assert_eq!(Language::from_path(Path::new("program.cobol")), None);
        assert_eq!(Language::of_file(Path::new("PROGRAM.COBOL")), cobol);
        for path in ["Makefile", "program.txt~", "program.ä", ".profile"] {
            assert_eq!(Language::of_file(Path::new(path)), Language::TEXT, "{path}");
        }
        for name in ["lua", "c++", "c#", "objective-c", "d", "go", "text", "cython", "lava"] {
            assert_eq!(name.parse::<Language>().map(Language::name), Ok(name));
        }
        assert!(cobol.has_file(Path::new("a.cbl")) && !cobol.has_file(Path::new("a.erl")));
        assert!(Language::TEXT.has_file(Path::new("a.erl")));
        assert!(!Language::C.has_file(Path::new("a.lua")));
    }

    #[test]
    fn a_typing_error_is_no_language() {
        for (word, meant) in [
            ("erlagn", Language::Erlang),
            ("Erlang", Language::Erlang),
            ("phyton", Language::Python),
            ("js", Language::JavaScript),
            ("java-script", Language::JavaScript),
            ("jva", Language::Java),
            ("C", Language::C),
            ("erl", Language::Erlang),
        ] {
            let expected = Err(NotALanguage::Meant(word.to_owned(), meant));
            assert_eq!(word.parse::<Language>(), expected, "{word}");
        }
        for word in ["", "two words", "../etc", "Lua", "1c", "über", "a.b"] {
            assert_eq!(word.parse::<Language>(), Err(NotALanguage::Word(word.to_owned())), "{word}");
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for language in [Language::JavaScript, Language::Lines("lua")] {
            let text = serde_json::to_string(&language).unwrap();
            assert_eq!(text, format!("\"{language}\""));
            assert_eq!(serde_json::from_str::<Language>(&text).unwrap(), language);
        }
    }
}
