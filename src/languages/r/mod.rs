//! R: the table of deletions, an oracle that runs schemata in an interpreter, and inputs.

mod deletions;
mod flow;
mod inputs;
mod oracle;
mod scope;
mod syntax;

use std::path::Path;

use super::room::{InputSource, Room, command};
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Deletions, Style};
use crate::error::Result;
use crate::flow::FlowProgram;
use crate::oracle::meaning::ScopedUse;
use crate::oracle::{Oracle, Question};

use oracle::SCRIPT;

/// The room of R.
pub(super) struct R;

const STYLE: Style = Style {
    has_terminators: false,
    before_operands: "-=(,+*/|&~!<>[?^@:%",
    empty_statement: "{}",
    ..Style::BRACES
};

impl Room for R {
    fn style(&self) -> &'static Style {
        &STYLE
    }

    fn blocks_have_values(&self) -> bool {
        true
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

    fn text_of(&self, program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
        let deletions = deletions::of(program);
        deletions.text(program, &deletions.keeping(program, keep))
    }

    fn oracle<'t>(&self, program: &'t Tree, question: &Question) -> Option<Result<Box<dyn Oracle + 't>>> {
        Some(oracle::open(program, question))
    }

    fn exported(&self, _program: &Tree) -> Vec<String> {
        vec![SCRIPT.to_owned()]
    }

    fn entries(&self, _program: &Tree, _criteria: &[NodeId]) -> Vec<String> {
        vec![SCRIPT.to_owned()]
    }

    fn inputs(&self, program: &Tree, _entry: &str) -> Option<Box<dyn InputSource>> {
        Some(Box::new(inputs::source(program)))
    }

    fn dead_statement(&self) -> Option<&'static str> {
        Some("unused_twin <- 7")
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["Rscript", "--vanilla", "-e", "for (name in commandArgs(TRUE)) parse(name)"], paths)]
    }
}

/// Uses of names that could come to mean something else.
pub(super) fn scoped_uses(program: &Tree) -> Vec<ScopedUse> {
    scope::uses(program)
}
