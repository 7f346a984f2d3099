//! C: the table of deletions, an oracle that runs mutant schemata, and inputs.

mod deletions;
mod flow;
mod inputs;
mod library;
mod macros;
mod oracle;
mod scope;
mod syntax;

use std::path::Path;

use super::room::{InputSource, Room, command};
use crate::ast::{NodeSet, SourceFile, Tree};
use crate::deletions::{Deletions, Style};
use crate::error::Result;
use crate::flow::FlowProgram;
use crate::oracle::{Oracle, Question};

pub use oracle::COracle;

/// The room of C.
pub(super) struct C;

const STYLE: Style =
    Style { indivisible: syntax::INDIVISIBLE, drops_else: true, joins_lines: true, ..Style::BRACES };

impl Room for C {
    fn style(&self) -> &'static Style {
        &STYLE
    }

    fn deletions(&self, program: &Tree) -> Option<Deletions> {
        Some(deletions::of(program))
    }

    fn has_flow(&self) -> bool {
        true
    }

    fn flow(&self, program: &Tree) -> Option<FlowProgram> {
        flow::lower(program)
    }

    fn keep_server(&self) {
        oracle::keep_server();
    }

    fn text_of(&self, program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
        deletions::text_of(program, keep)
    }

    fn oracle<'t>(&self, program: &'t Tree, question: &Question) -> Option<Result<Box<dyn Oracle + 't>>> {
        Some(COracle::open(program, question).map(|oracle| Box::new(oracle) as Box<dyn Oracle>))
    }

    fn has_kinds(&self) -> bool {
        true
    }

    fn exported(&self, _program: &Tree) -> Vec<String> {
        vec!["main".to_owned()]
    }

    fn inputs(&self, program: &Tree, _entry: &str) -> Option<Box<dyn InputSource>> {
        Some(Box::new(inputs::Texts::new(program)))
    }

    fn dead_statement(&self) -> Option<&'static str> {
        Some("int unused_twin = 7;")
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        // Any number will do for the placeholder, which is an `int`.
        vec![command(&["gcc", "-fsyntax-only", "-w", "-fpermissive", "-Dsliced=(-16843010)"], paths)]
    }
}
