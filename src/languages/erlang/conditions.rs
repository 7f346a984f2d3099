//! Which parts of a file the preprocessor leaves out: those under a condition that is known not to hold.
//!
//! A macro is not defined when the file does not define it and includes nothing that could; options of a compiler that define one
//! are not known here.

use std::collections::BTreeMap;
use std::ops::Range;

/// What is known of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MacroState {
    Yes,
    No,
    Perhaps,
}

impl MacroState {
    fn not(self) -> MacroState {
        match self {
            MacroState::Yes => MacroState::No,
            MacroState::No => MacroState::Yes,
            MacroState::Perhaps => MacroState::Perhaps,
        }
    }
}

/// LeftOut of a file up to some place in it.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOut {
    open: Vec<MacroState>,
    /// Macros that were defined, or undefined.
    macros: BTreeMap<String, MacroState>,
    /// Headers were included, which may define macros: those of the standard library, or any.
    has_standard_header: bool,
    has_header: bool,
    /// Where the part begins that is left out.
    start: Option<usize>,
    left_out: Vec<Range<usize>>,
}

/// Macros that are always defined.
const PREDEFINED: [&str; 9] = [
    "BASE_MODULE",
    "BASE_MODULE_STRING",
    "BEAM",
    "FILE",
    "LINE",
    "MACHINE",
    "MODULE",
    "MODULE_STRING",
    "OTP_RELEASE",
];

/// Macros for tests, which headers of the standard library do not define.
const OF_TESTS: [&str; 3] = ["EUNIT", "PROPER", "TEST"];

impl LeftOut {
    /// Takes in an attribute with this keyword and text at this place.
    pub(super) fn read(&mut self, keyword: &str, text: &str, span: &Range<usize>) {
        let argument = argument(text);
        match keyword {
            "ifdef" => self.open.push(self.is_defined(argument)),
            "ifndef" => self.open.push(self.is_defined(argument).not()),
            "if" => self.open.push(MacroState::Perhaps),
            "else" => self.open.iter_mut().last().into_iter().for_each(|holds| *holds = holds.not()),
            // With what follows of the same condition.
            "elif" => self.open.iter_mut().last().into_iter().for_each(|holds| *holds = MacroState::Perhaps),
            "endif" => drop(self.open.pop()),
            _ if self.start.is_some() => {}
            "define" => self.define(argument, MacroState::Yes),
            "undef" => self.define(argument, MacroState::No),
            "include_lib" if is_standard(text) => self.has_standard_header = true,
            "include" | "include_lib" => self.has_header = true,
            _ => {}
        }
        match (self.start, self.open.contains(&MacroState::No)) {
            (None, true) => self.start = Some(span.end),
            (Some(start), false) => {
                self.left_out.push(start..span.start);
                self.start = None;
            }
            _ => {}
        }
    }

    /// Whether what stands there is left out.
    pub(super) fn leaves_out(&self, at: usize) -> bool {
        self.left_out.iter().any(|part| part.contains(&at))
    }

    fn define(&mut self, name: &str, holds: MacroState) {
        let holds = if self.open.contains(&MacroState::Perhaps) { MacroState::Perhaps } else { holds };
        self.macros.insert(name.to_owned(), holds);
    }

    fn is_defined(&self, name: &str) -> MacroState {
        let is_hidden = self.has_header || (self.has_standard_header && !OF_TESTS.contains(&name));
        match self.macros.get(name) {
            Some(&holds) => holds,
            None if PREDEFINED.contains(&name) => MacroState::Yes,
            // Some are defined by newer versions of Erlang only.
            None if is_hidden || name.starts_with("FUNCTION_") || name.starts_with("FEATURE_") => {
                MacroState::Perhaps
            }
            None => MacroState::No,
        }
    }
}

/// The name behind the first bracket.
fn argument(text: &str) -> &str {
    let behind = text.split_once('(').map_or("", |(_, behind)| behind).trim_start();
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '@');
    behind.split(is_end).next().unwrap_or_default()
}

/// Whether a header is one that defines no macros for tests.
fn is_standard(text: &str) -> bool {
    ["\"kernel/", "\"stdlib/"].iter().any(|library| text.contains(library))
}

#[cfg(test)]
mod tests {
    use crate::languages::erlang::Module;

    /// What is left out of the names `a`, `b`, `c` in a text.
    fn left_out(text: &str) -> String {
        let module = Module::read(text);
        let found = ["a() ->", "b() ->", "c() ->"].iter().filter_map(|name| Some((name, text.find(name)?)));
        found.filter(|&(_, at)| module.leaves_out(at)).map(|(name, _)| &name[..1]).collect()
    }

    #[test]
    fn what_stands_under_conditions_that_do_not_hold_is_left_out() {
        let halves =
            |condition: &str| format!("{condition}\na() -> 1.\n-else.\nb() -> 2.\n-endif.\nc() -> 3.\n");
        assert_eq!(left_out(&halves("-ifdef(TEST).")), "a");
        assert_eq!(left_out(&halves("-ifndef(TEST).")), "b");
        assert_eq!(left_out(&halves("-ifdef(LINE).")), "b");
        assert_eq!(left_out(&halves("-if(?X > 1).")), "");
        assert_eq!(left_out(&halves("-define(X, 1).\n-ifdef(X).")), "b");
        assert_eq!(left_out(&halves("-define(X, 1).\n-undef(X).\n-ifdef(X).")), "a");
        assert_eq!(left_out(&halves("-if(?Y).\n-define(X, 1).\n-endif.\n-ifdef(X).")), "");
        assert_eq!(left_out(&halves("-ifdef(Y).\n-define(X, 1).\n-endif.\n-ifdef(X).")), "a");
    }

    #[test]
    fn headers_may_define_macros() {
        let part =
            |before: &str, name: &str| left_out(&format!("{before}\n-ifdef({name}).\na() -> 1.\n-endif.\n"));
        assert_eq!(part("-include(\"own.hrl\").", "TEST"), "");
        assert_eq!(part("-include_lib(\"eunit/include/eunit.hrl\").", "TEST"), "");
        assert_eq!(part("-include_lib(\"kernel/include/file.hrl\").", "TEST"), "a");
        assert_eq!(part("-include_lib(\"kernel/include/logger.hrl\").", "LOG_INFO"), "");
        assert_eq!(part("-ifdef(TEST).\n-include_lib(\"eunit/include/eunit.hrl\").\n-endif.", "TEST"), "a");
    }

    #[test]
    fn conditions_nest_and_others_than_the_first_are_not_known() {
        let nested = "-ifdef(X).\n-ifndef(Y).\na() -> 1.\n-else.\nb() -> 2.\n-endif.\n-endif.\nc() -> 3.\n";
        assert_eq!(left_out(nested), "ab");
        let chain = "-ifdef(X).\na() -> 1.\n-elif(?Y).\nb() -> 2.\n-else.\nc() -> 3.\n-endif.\n";
        assert_eq!(left_out(chain), "a");
    }
}
