//! One room for each language: what is particular to it beyond counting and mapping.
//!
//! A room has the typed view of the tree, facts about modules, scope, the table of deletions, the schema printer
//! and server of the oracle, and inputs, as far as the language has them. This is the only place that names all
//! rooms; what one does not offer is `None`, with one message here.

pub mod c;
mod contracts;
pub mod erlang;
mod java;
mod javascript;
mod kept;
mod lines;
mod literals;
mod python;
mod r;
mod room;
mod shrink;

use crate::ast::{NodeSet, SourceFile, Tree};
use crate::deletions::Deletions;
use crate::error::{self, Result};
use crate::language::Language;
use crate::oracle::meaning::ScopedUse;
use crate::oracle::{Oracle, Question};

pub use contracts::{ContractedFunction, WrittenContract};
pub use kept::{KEPT_VARIABLE, kept_servers};
pub use room::{InputSource, Room};

/// The room of a language.
pub fn room(language: Language) -> &'static dyn Room {
    match language {
        Language::C => &c::C,
        Language::Erlang => &erlang::Erlang,
        Language::Java => &java::Java,
        Language::JavaScript => &javascript::JavaScript,
        Language::Python => &python::Python,
        Language::R => &r::R,
        Language::Lines(_) => &lines::Lines,
    }
}

/// Everything that can be deleted from a program; `None` where the language has no table.
pub fn deletions(program: &Tree) -> Option<Deletions> {
    room(program.language()).deletions(program)
}

/// Uses of names that could come to mean something else where what binds them goes; none where that is a mistake of the
/// language, or nothing is known of it.
pub(crate) fn scoped_uses(program: &Tree) -> Vec<ScopedUse> {
    match program.language() {
        Language::JavaScript => javascript::scoped_uses(program),
        Language::Python => python::scoped_uses(program),
        Language::R => r::scoped_uses(program),
        Language::C | Language::Erlang | Language::Java | Language::Lines(_) => Vec::new(),
    }
}

/// Source text of the program with everything deleted but these nodes and what encloses them.
pub fn text_of(program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
    room(program.language()).text_of(program, keep)
}

/// An oracle of a program.
///
/// # Errors
/// Those of the language's oracle; the language has none.
pub fn oracle<'t>(program: &'t Tree, question: &Question) -> Result<Box<dyn Oracle + 't>> {
    let language = program.language();
    if let Some(kind) = question.rule.only_kind().filter(|_| !room(language).has_kinds()) {
        return Err(error::oracle::no_kind(language.name(), kind.name()));
    }
    room(language).oracle(program, question).unwrap_or_else(|| Err(error::oracle::no_oracle(language.name())))
}

#[cfg(test)]
mod tests {
    use crate::ast::{SourceFile, Tree};
    use crate::language::Language;
    use crate::languages::text_of;

    fn check(language: Language, program: &str, deleted: &[&str], expected: &str) {
        let tree = Tree::parse(language, &[SourceFile::new("program", program)]);
        let mut keep = tree.counted();
        for text in deleted {
            let node = tree.ids().rev().find(|&node| tree.text(node) == *text).expect("is a node");
            for node in tree.subtree(node) {
                keep.remove(node);
            }
        }
        // A construct that encloses a kept node stays, so whole constructs are named from the outside in.
        assert_eq!(text_of(&tree, &keep)[0].text, expected);
    }

    #[test]
    fn erlang_expressions_become_placeholders() {
        check(Language::Erlang, "f(X, Y) -> g(X, Y).", &["Y"], "f(X, Y) -> g(X, undef).");
        check(Language::Erlang, "f({X, 1}) -> X.", &["1"], "f({X, _}) -> X.");
        check(Language::Erlang, "f(X) -> A = 1, B = X, B.", &["A = 1"], "f(X) ->        B = X, B.");
        check(Language::Erlang, "f(X) -> A = 1, B = X.", &["B = X"], "f(X) -> A = 1, undef.");
    }

    #[test]
    fn statements_go_with_their_separators_and_keep_lines() {
        check(Language::Python, "x = 1\ny = 2\nz = 3\n", &["y = 2"], "x = 1\n\nz = 3\n");
        check(Language::Python, "if c:\n    x = 1\ny = 2\n", &["x = 1"], "if c:\n    pass\ny = 2\n");
        check(Language::C, "int f() { g(); h(); return 1; }", &["h()"], "int f() { g();      return 1; }");
    }

    #[test]
    fn joined_lines_stay_joined() {
        check(
            Language::Python,
            "if a or \\\n   b:\n    x = 1\n",
            &["a or \\\n   b"],
            "if ...\\\n:\n    x = 1\n",
        );
    }

    #[test]
    fn the_next_statement_does_not_become_a_body() {
        check(
            Language::Java,
            "void f() { if (c) return; g(); }",
            &["return;"],
            "void f() { if (c) ;       g(); }",
        );
        check(
            Language::C,
            "void f() { if (c) a(); else if (d) b(); g(); }",
            &["if (d) b();"],
            "void f() { if (c) a(); else ;           g(); }",
        );
        check(Language::R, "if (c) if (d) 1\ny <- 2\n", &["if (d) 1"], "if (c) {}\ny <- 2\n");
        check(Language::R, "x <- if (c) 1\ny <- 2\n", &["if (c) 1"], "x <- {}\ny <- 2\n");
    }
}
