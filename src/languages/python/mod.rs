//! Python: the table of deletions, an oracle that runs schemata in an interpreter, and inputs.

mod contracts;
mod deletions;
mod flow;
mod inputs;
mod literal;
mod oracle;
mod scope;
mod syntax;

use std::path::Path;

use super::contracts::{ContractedFunction, WrittenContract};
use super::room::{InputSource, Room, command};
use super::shrink::shrink;
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Deletions, Style};
use crate::error::Result;
use crate::flow::FlowProgram;
use crate::language::Language;
use crate::oracle::meaning::ScopedUse;
use crate::oracle::{Oracle, Question};
use crate::suite::Contract;

use scope::SCRIPT;

/// The room of Python.
pub(super) struct Python;

const STYLE: Style = Style {
    indivisible: syntax::INDIVISIBLE,
    has_terminators: false,
    empty_branch: "pass",
    empty_body: "pass",
    joins_lines: true,
    ..Style::BRACES
};

/// Compiles without writing anything.
const COMPILE: &str =
    "import sys\nfor name in sys.argv[1:]: compile(open(name, encoding='utf-8').read(), name, 'exec')";

impl Room for Python {
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

    fn has_kinds(&self) -> bool {
        true
    }

    fn has_traces(&self) -> bool {
        true
    }

    fn shrunk(&self, slice: Vec<SourceFile>) -> Vec<SourceFile> {
        shrink(Language::Python, slice, deletions::NOTHING, syntax::short_circuit)
    }

    fn text_of(&self, program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
        let deletions = deletions::of(program);
        deletions.text(program, &deletions.keeping(program, keep))
    }

    fn oracle<'t>(&self, program: &'t Tree, question: &Question) -> Option<Result<Box<dyn Oracle + 't>>> {
        Some(oracle::open(program, question))
    }

    fn exported(&self, program: &Tree) -> Vec<String> {
        std::iter::once(SCRIPT.to_owned()).chain(scope::functions(program)).collect()
    }

    fn entries(&self, _program: &Tree, _criteria: &[NodeId]) -> Vec<String> {
        vec![SCRIPT.to_owned()]
    }

    fn inputs(&self, program: &Tree, entry: &str) -> Option<Box<dyn InputSource>> {
        Some(Box::new(inputs::source(program, entry)))
    }

    fn calls_unnamed(&self, method: &str) -> bool {
        method.len() > 4 && method.starts_with("__") && method.ends_with("__")
    }

    fn contracted(
        &self,
        program: &Tree,
        contract: &Contract,
    ) -> Option<std::result::Result<ContractedFunction, String>> {
        Some(contracts::contracted(program, contract))
    }

    fn with_contract(&self, program: &Tree, contract: &WrittenContract<'_>) -> Option<Vec<SourceFile>> {
        contracts::with_contract(program, contract)
    }

    fn dead_statement(&self) -> Option<&'static str> {
        Some("unused_twin = 7")
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["python3", "-c", COMPILE], paths)]
    }
}

/// Uses of names that could come to mean something else.
pub(super) fn scoped_uses(program: &Tree) -> Vec<ScopedUse> {
    scope::Scopes::new(program).uses(program)
}
