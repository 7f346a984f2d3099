//! Erlang: the table of deletions, an oracle on the BEAM, and inputs.

mod attributes;
mod conditions;
mod contracts;
mod deletions;
mod entry;
mod inputs;
mod module;
mod oracle;
mod places;
pub(crate) mod scope;
pub(crate) mod syntax;
mod text;
mod types;

use std::path::Path;

use super::contracts::{ContractedFunction, WrittenContract};
use super::room::{InputSource, Room, command};
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Deletions, Style};
use crate::error::Result;
use crate::oracle::{Oracle, Question};
use crate::suite::Contract;

pub use module::{FunctionName, Module};
pub use oracle::ErlangOracle;
pub use places::shared;

/// The room of Erlang.
pub(super) struct Erlang;

impl Room for Erlang {
    fn style(&self) -> &'static Style {
        &Style::BRACES
    }

    fn blocks_have_values(&self) -> bool {
        true
    }

    fn deletions(&self, program: &Tree) -> Option<Deletions> {
        Some(deletions::of(program))
    }

    fn keep_server(&self) {
        oracle::keep_server();
    }

    fn text_of(&self, program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
        deletions::text_of(program, keep)
    }

    fn oracle<'t>(&self, program: &'t Tree, question: &Question) -> Option<Result<Box<dyn Oracle + 't>>> {
        Some(ErlangOracle::open(program, question).map(|oracle| Box::new(oracle) as Box<dyn Oracle>))
    }

    fn exported(&self, program: &Tree) -> Vec<String> {
        entry::exported(program)
    }

    fn entries(&self, program: &Tree, criteria: &[NodeId]) -> Vec<String> {
        entry::entries(program, criteria)
    }

    fn inputs(&self, program: &Tree, entry: &str) -> Option<Box<dyn InputSource>> {
        Some(Box::new(inputs::Terms::new(program, entry)))
    }

    fn nothing_called(&self, n_arguments: usize) -> Option<(&'static str, String)> {
        let arguments = vec!["_"; n_arguments].join(", ");
        Some(("funundef", format!("\nfunundef({arguments}) -> undef.\n")))
    }

    fn module_name(&self, text: &str) -> Option<String> {
        Module::read(text).name().map(str::to_owned)
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
        Some("Unused_twin = 7,")
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["erlc", "-W0"], paths)]
    }
}
