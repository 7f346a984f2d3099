//! What goes as one when programs are searched as text: lines with their blocks, or nodes, level by level.

use super::moves::DeletionUnit;
use super::texts::TextUnit;
use crate::ast::{Flags, NodeId, NodeSet, Tree};

/// What may go from a program.
#[derive(Clone, Debug, Default)]
pub struct TextUnits {
    /// From the outside in, each in the order of the program.
    pub levels: Vec<Vec<TextUnit>>,
    /// Sets of nodes that probably go together.
    pub blocks: Vec<NodeSet>,
}

impl TextUnits {
    /// What may go of a tree, with everything below it, while the fixed nodes and what is around them stay.
    ///
    /// Of a program of lines these are its lines, and its blocks are those that indentation shows.
    pub fn of(program: &Tree, unit: DeletionUnit, fixed: &NodeSet) -> TextUnits {
        let mut units = TextUnits::default();
        let mut stays = fixed.clone();
        stays.extend(fixed.iter().flat_map(|node| program.ancestors(node)));
        // Number of units around each node.
        let mut depths = vec![0; program.len()];
        for node in program.ids() {
            let around = program.parent(node).map_or(0, |parent| depths[parent as usize]);
            let is_unit = !stays.contains(node) && is_unit(program, unit, node);
            depths[node as usize] = around + usize::from(is_unit);
            if !is_unit {
                continue;
            }
            if units.levels.len() <= around {
                units.levels.resize(around + 1, Vec::new());
            }
            let nodes = program.subtree(node).filter(|&node| program.is_counted(node)).collect();
            units.levels[around].push(TextUnit { node, nodes });
        }
        if program.language().is_lines() {
            for file_idx in 0..program.files().len() {
                blocks(program, &program.file_nodes(file_idx).collect::<Vec<_>>(), &mut units.blocks);
            }
            units.blocks.retain(|block| !block.intersects(&stays));
        }
        units
    }
}

fn is_unit(program: &Tree, unit: DeletionUnit, node: NodeId) -> bool {
    let flags = program.flags(node);
    match unit {
        DeletionUnit::Statement if !program.language().is_lines() => {
            program.is_counted(node) && (flags.has(Flags::STATEMENT) || flags.has(Flags::DEFINITION))
        }
        _ => program.is_counted(node),
    }
}

/// Of each line with deeper lines behind it: it with these and the line that ends them, without that line, it and that line
/// alone, and the deeper lines alone.
fn blocks(program: &Tree, lines: &[NodeId], blocks: &mut Vec<NodeSet>) {
    let indent = |&line: &NodeId| {
        let start = program.span(line).start;
        let text = &program.file(program.file_of(line)).text[..start];
        start - text.rfind('\n').map_or(0, |end| end + 1)
    };
    let indents: Vec<usize> = lines.iter().map(indent).collect();
    for head in 0..lines.len() {
        let is_out = |&line: &usize| indents[line] <= indents[head];
        let end = (head + 1..lines.len()).find(is_out).unwrap_or(lines.len());
        if end == head + 1 {
            continue;
        }
        let set = |range: std::ops::Range<usize>| lines[range].iter().copied().collect::<NodeSet>();
        if end < lines.len() && indents[end] == indents[head] {
            blocks.push(set(head..end + 1));
            blocks.push([lines[head], lines[end]].into_iter().collect());
        }
        blocks.push(set(head..end));
        blocks.push(set(head + 1..end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    #[test]
    fn what_is_around_the_criterion_stays() {
        let text = "def f(x):\n    y = x\n    return y\n\nz = 1\n";
        let tree = Tree::parse(Language::Python, &[SourceFile::new("p.py", text)]);
        let criterion = tree.ids().rev().find(|&node| tree.label(node) == "y").unwrap();
        let units = TextUnits::of(&tree, DeletionUnit::Statement, &[criterion].into_iter().collect());
        let texts = |level: &[TextUnit]| level.iter().map(|unit| tree.text(unit.node)).collect::<Vec<_>>();
        assert_eq!(units.levels.iter().map(|level| texts(level)).collect::<Vec<_>>(), [["y = x", "z = 1"]]);
    }

    #[test]
    fn indentation_shows_blocks() {
        let tree = Tree::parse(Language::TEXT, &[SourceFile::new("p", "a {\n  b\n  c\n}\nd\n")]);
        let units = TextUnits::of(&tree, DeletionUnit::Line, &NodeSet::new());
        let blocks: Vec<Vec<NodeId>> = units.blocks.iter().map(|block| block.iter().collect()).collect();
        assert_eq!(blocks, [vec![0, 1, 2, 3], vec![0, 3], vec![0, 1, 2], vec![1, 2]]);
        assert_eq!(units.levels[0].len(), 5);
    }
}
