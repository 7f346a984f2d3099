//! What a language's room may offer beyond counting and mapping.

use std::path::Path;

use super::contracts::{ContractedFunction, WrittenContract};
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{self, Deletions, Style};
use crate::error::Result;
use crate::flow::FlowProgram;
use crate::oracle::{Oracle, Question};
use crate::random::Random;
use crate::suite::{Contract, Input};
use crate::value::Value;

/// One language's room. What it does not offer is `None`, or empty.
pub trait Room: Sync {
    /// How code is deleted as text, where there is no table.
    fn style(&self) -> &'static Style;

    /// Everything that can be deleted from a program.
    fn deletions(&self, _program: &Tree) -> Option<Deletions> {
        None
    }

    /// Whether it lowers programs for the slicers on dependence graphs.
    fn has_flow(&self) -> bool {
        false
    }

    /// The flow of a program, lowered as [`crate::flow`] says.
    fn flow(&self, _program: &Tree) -> Option<FlowProgram> {
        None
    }

    /// Whether its oracle observes slices of dependences alone: data and control slices.
    fn has_kinds(&self) -> bool {
        false
    }

    /// Whether its oracle tells what runs depend on.
    fn has_traces(&self) -> bool {
        false
    }

    /// A slice in which operators with a short circuit of which only one operand is left are this operand.
    fn shrunk(&self, slice: Vec<SourceFile>) -> Vec<SourceFile> {
        slice
    }

    /// A program with everything deleted but these nodes and what encloses them, as well as it can be done.
    fn text_of(&self, program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
        deletions::keep(program, keep, self.style())
    }

    /// Runs the program and candidates of it.
    ///
    /// # Errors
    /// Those of the oracle, which are about this program or this machine.
    fn oracle<'t>(&self, _program: &'t Tree, _question: &Question) -> Option<Result<Box<dyn Oracle + 't>>> {
        None
    }

    /// Has the server of the oracle compiled and kept ([`super::kept_servers`]), unless it is. What does not work is told by
    /// who needs the oracle.
    fn keep_server(&self) {}

    /// Functions that a program can be entered by, as `entry` names them, in source order; none where nothing is known
    /// of it.
    fn exported(&self, _program: &Tree) -> Vec<String> {
        Vec::new()
    }

    /// Of these the one that is meant when nobody says; several where that is not clear.
    fn entries(&self, program: &Tree, _criteria: &[NodeId]) -> Vec<String> {
        self.exported(program)
    }

    /// Inputs of a program's entry point, `name/arity`.
    fn inputs(&self, _program: &Tree, _entry: &str) -> Option<Box<dyn InputSource>> {
        None
    }

    /// What a contract speaks of in a program, or why it cannot; `None` where contracts of the language are not run.
    fn contracted(
        &self,
        _program: &Tree,
        _contract: &Contract,
    ) -> Option<std::result::Result<ContractedFunction, String>> {
        None
    }

    /// The program with a contract written in, of a function that it has: it does the same, and variables say whether the contract
    /// holds. `None` as for [`Room::contracted`].
    fn with_contract(&self, _program: &Tree, _contract: &WrittenContract<'_>) -> Option<Vec<SourceFile>> {
        None
    }

    /// Name and definition of a function that is called in the place of one that is gone, with so many arguments, and
    /// does nothing with their values; `None` where callees do not go alone.
    fn nothing_called(&self, _n_arguments: usize) -> Option<(&'static str, String)> {
        None
    }

    /// A statement that sets a variable which nothing else names, `unused_twin`; `None` where nobody has said it.
    fn dead_statement(&self) -> Option<&'static str> {
        None
    }

    /// Whether the last statement of a block is the value of the block.
    fn blocks_have_values(&self) -> bool {
        false
    }

    /// Whether a statement with this text may go elsewhere than on, as its first word says.
    fn leaves(&self, statement: &str) -> bool {
        const LEAVING: [&str; 11] = [
            "break", "continue", "exit", "goto", "next", "quit", "raise", "return", "stop", "throw", "yield",
        ];
        let end = statement.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(statement.len());
        LEAVING.contains(&&statement[..end])
    }

    /// The placeholder that the language's own compiler does not know, since its type is that of what stood there; `None`
    /// where all texts of slices compile as they are.
    fn typed_placeholder(&self) -> Option<&'static str> {
        None
    }

    /// Whether a definition is a class, whose methods are definitions of their own.
    fn is_class(&self, program: &Tree, node: NodeId) -> bool {
        program.kind(node).contains("class")
    }

    /// Whether the language calls a method with this name without anybody naming it, wherever its class is used.
    fn calls_unnamed(&self, _method: &str) -> bool {
        false
    }

    /// Name that a file's own text gives it, and compilers want the file to bear; `None` where there is none.
    fn module_name(&self, _text: &str) -> Option<String> {
        None
    }

    /// Command lines that succeed only when all of these files compile, run in their folder.
    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>>;
}

/// Makes inputs of one entry point.
pub trait InputSource {
    /// Statements and branches of what can be called from the entry point, called or not.
    fn reachable(&self) -> NodeSet;

    /// Of these nodes, those that are branches, to which the oracle knows a distance.
    fn branches(&self, _nodes: &NodeSet) -> NodeSet {
        NodeSet::new()
    }

    /// At most this many small inputs, smallest first.
    fn series(&self, n: usize) -> Vec<Vec<Value>>;

    /// A random input; `None` where the entry point takes nothing.
    fn draw(&self, random: &mut Random) -> Option<Vec<Value>>;

    /// Values that the program names, and parts of them.
    fn constants(&self) -> Vec<Value>;

    /// The values of an input; `None` where it has something that values cannot be.
    fn read(&self, input: &Input) -> Option<Vec<Value>>;

    /// The input with these values, whatever they are.
    fn write(&self, values: &[Value]) -> Input;
}

/// A command line: these words, then the paths.
pub(super) fn command(words: &[&str], paths: &[&Path]) -> Vec<String> {
    let paths = paths.iter().map(|path| path.to_string_lossy().into_owned());
    words.iter().map(|&word| word.to_owned()).chain(paths).collect()
}
