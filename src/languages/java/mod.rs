//! Java: the table of deletions, an oracle that runs schemata in a virtual machine, and inputs.

mod deletions;
mod flow;
mod inputs;
mod oracle;
mod syntax;

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::room::{InputSource, Room, command};
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Deletions, Style};
use crate::error::Result;
use crate::flow::FlowProgram;
use crate::oracle::{Oracle, Question};

/// The room of Java.
pub(super) struct Java;

const STYLE: Style = Style { indivisible: syntax::INDIVISIBLE, ..Style::BRACES };

impl Room for Java {
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
        let deletions = deletions::of(program);
        deletions.text(program, &deletions.keeping(program, keep))
    }

    fn oracle<'t>(&self, program: &'t Tree, question: &Question) -> Option<Result<Box<dyn Oracle + 't>>> {
        Some(oracle::open(program, question))
    }

    fn typed_placeholder(&self) -> Option<&'static str> {
        Some("sliced")
    }

    fn exported(&self, _program: &Tree) -> Vec<String> {
        vec![oracle::MAIN.to_owned()]
    }

    fn inputs(&self, program: &Tree, _entry: &str) -> Option<Box<dyn InputSource>> {
        Some(Box::new(inputs::source(program)))
    }

    /// That of the public type.
    fn module_name(&self, text: &str) -> Option<String> {
        static PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?m)^\s*public\s+(?:\w+\s+)*?(?:class|interface|enum|record)\s+(\w+)")
                .expect("a valid pattern")
        });
        Some(PUBLIC.captures(text)?.get(1)?.as_str().to_owned())
    }

    /// What has methods, each a definition of its own.
    fn is_class(&self, program: &Tree, node: NodeId) -> bool {
        syntax::is_type(program.kind(node))
    }

    fn calls_unnamed(&self, method: &str) -> bool {
        matches!(
            method,
            "toString"
                | "equals"
                | "hashCode"
                | "compareTo"
                | "run"
                | "close"
                | "iterator"
                | "hasNext"
                | "next"
        )
    }

    fn dead_statement(&self) -> Option<&'static str> {
        Some("int unused_twin = 7;")
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["javac", "-nowarn", "-proc:none"], paths)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_their_public_type() {
        let java = "class Helper {}\npublic final class Main {}\n";
        assert_eq!(Java.module_name(java).as_deref(), Some("Main"));
        assert_eq!(Java.module_name("class Helper {}"), None);
    }
}
