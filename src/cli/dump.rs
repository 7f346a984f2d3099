//! `dump`: the trees behind a task, for whoever works on a language or on the mapping.

use clap::{Args, ValueEnum};

use super::Context;
use super::select::one_task;
use crate::ast::{Flags, NodeId, Tree};
use crate::error::{EXIT_DONE, Result};
use crate::grade::map_options;
use crate::map::{self, Fate};
use crate::suite::Task;

/// Arguments of `dump`.
#[derive(Debug, Args)]
pub(super) struct DumpArgs {
    /// What to print
    what: DumpWhat,
    /// Task id, or the last segments of one
    task: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DumpWhat {
    /// The tree of the program, a node a line, with flags and positions
    Ast,
    /// The tree of the gold slice, each node with the program node it is
    Map,
}

pub(super) fn run(args: &DumpArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let task = one_task(&suite, &args.task)?;
    let text = match args.what {
        DumpWhat::Ast => ast(task),
        DumpWhat::Map => mapping(task),
    };
    context.terminal.data(&text)?;
    Ok(EXIT_DONE)
}

fn ast(task: Task<'_>) -> String {
    let tree = &*task.benchmark.tree;
    let flags = [
        (Flags::COUNTED, "counted"),
        (Flags::VARIABLE, "variable"),
        (Flags::PLACEHOLDER, "placeholder"),
        (Flags::STATEMENT, "statement"),
    ];
    let remark = |node: NodeId| {
        let mut words: Vec<&str> =
            flags.iter().filter(|(flag, _)| tree.flags(node).has(*flag)).map(|(_, word)| *word).collect();
        if node == task.criterion.node {
            words.push("criterion");
        }
        words.join(" ")
    };
    let header = format!("{}: {} nodes, {} counted\n", task.id(), tree.len(), tree.n_counted());
    header + &tree_text(tree, remark)
}

fn mapping(task: Task<'_>) -> String {
    let program = &*task.benchmark.tree;
    let mut text = String::new();
    for (idx, gold) in task.criterion.golds.iter().enumerate() {
        let slice = Tree::parse(program.language(), &gold.files);
        let mapping = map::map(program, &slice, &map_options(&[], &task.criterion.nodes));
        let remark = |node: NodeId| match mapping.fates[node as usize] {
            Fate::Mapped(origin) => format!("is {origin} at {}", place(program, origin)),
            Fate::Rewritten(origin) => format!("rewrites {origin} at {}", place(program, origin)),
            Fate::Residue => "residue".to_owned(),
            Fate::Invented => "invented".to_owned(),
        };
        let n_kept = mapping.kept.len();
        text.push_str(&format!("{} gold {}: {n_kept} nodes kept\n", task.id(), idx + 1));
        text.push_str(&tree_text(&slice, remark));
    }
    text
}

fn tree_text(tree: &Tree, remark: impl Fn(NodeId) -> String) -> String {
    let line = |node: NodeId| {
        let indent = "  ".repeat(tree.ancestors(node).count());
        let label = match tree.label(node) {
            "" => String::new(),
            label => format!(" `{}`", crate::report::printable(label)),
        };
        let kind = tree.kind(node);
        format!("{node:>5} {indent}{kind}{label} [{}] {}\n", place(tree, node), remark(node))
    };
    tree.ids().map(line).collect()
}

fn place(tree: &Tree, node: NodeId) -> String {
    let position = tree.own_position(node);
    if tree.files().len() == 1 {
        return format!("{}:{}", position.line, position.column);
    }
    let path = &tree.file(tree.file_of(node)).path;
    format!("{}:{}:{}", path.display(), position.line, position.column)
}
