//! Where the text of each node is, macro calls whole: what a macro's definition says is one piece of text.

use std::ops::Range;

use crate::ast::{NodeId, NodeSet, Tree};

use super::syntax::{code, comments};

/// Nodes that cannot be cut out of the text alone: parts of a macro's definition, and of an argument that it
/// repeats.
pub fn shared(program: &Tree) -> NodeSet {
    if !program.files().any(|file| file.text.contains('?')) {
        return NodeSet::new();
    }
    let places = Places::new(program);
    program.ids().filter(|&node| program.is_counted(node) && !places.is_private(node)).collect()
}

/// Byte ranges of the nodes, macro calls whole, and which of them are a node's own.
pub(super) struct Places {
    spans: Vec<Range<usize>>,
    expanded: Vec<bool>,
    private: Vec<bool>,
    /// By file.
    comments: Vec<Vec<Range<usize>>>,
}

impl Places {
    pub(super) fn new(program: &Tree) -> Places {
        let expanded: Vec<bool> = program.ids().map(|node| program.macro_call(node).is_some()).collect();
        let mut spans: Vec<Range<usize>> = program.ids().map(|node| whole_span(program, node)).collect();
        for node in program.ids().rev() {
            if let Some(parent) = program.parent(node)
                && !spans[node as usize].is_empty()
            {
                let below = spans[node as usize].clone();
                let above = &mut spans[parent as usize];
                *above = above.start.min(below.start)..above.end.max(below.end);
            }
        }
        let comments = program.files().map(|file| comments(&file.text)).collect();
        let mut places = Places { spans, expanded, private: vec![true; program.len()], comments };
        if places.expanded.contains(&true) {
            places.find_shared(program);
        }
        places
    }

    /// Byte range of a node; that of a macro call is the whole call.
    pub(super) fn span(&self, node: NodeId) -> Range<usize> {
        self.spans[node as usize].clone()
    }

    /// Byte range of a node with the parentheses around it.
    pub(super) fn extent(&self, program: &Tree, node: NodeId) -> Range<usize> {
        let file_idx = program.file_of(node);
        let text = &program.file(file_idx).text;
        let mut extent = self.span(node);
        loop {
            let before = &text[..self.end_of_code(file_idx, text, extent.start)];
            let after = code(&text[extent.end..]);
            if !(before.ends_with('(') && after.starts_with(')')) {
                return extent;
            }
            extent = before.len() - 1..text.len() - after.len() + 1;
        }
    }

    /// End of the last token before an offset.
    fn end_of_code(&self, file_idx: usize, text: &str, mut at: usize) -> usize {
        let comments = &self.comments[file_idx];
        loop {
            at = text[..at].trim_end().len();
            let idx = comments.partition_point(|comment| comment.start < at);
            match idx.checked_sub(1).map(|idx| &comments[idx]) {
                Some(comment) if at <= comment.end => at = comment.start,
                _ => return at,
            }
        }
    }

    /// Whether the node's own token stands in a macro's definition.
    pub(super) fn is_expanded(&self, node: NodeId) -> bool {
        self.expanded[node as usize]
    }

    /// Whether the node can be cut out of the text and nothing else is.
    pub(super) fn is_private(&self, node: NodeId) -> bool {
        self.private[node as usize]
    }

    /// Parts of one definition share the place of its call, and so do copies of one argument.
    fn find_shared(&mut self, program: &Tree) {
        for root in (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx)) {
            let nodes = program.subtree(root);
            for node in nodes.clone() {
                let span = self.span(node);
                let overlaps = |other: NodeId| {
                    let other_span = &self.spans[other as usize];
                    span.start < other_span.end && other_span.start < span.end
                };
                let is_part_of_call = self.is_expanded(node)
                    && program
                        .ancestors(node)
                        .any(|above| self.is_expanded(above) && span.contains(&program.own_offset(above)));
                self.private[node as usize] = !is_part_of_call
                    && !nodes.clone().any(|other| {
                        !program.subtree(node).contains(&other)
                            && !program.subtree(other).contains(&node)
                            && (self.is_expanded(node) || !self.is_expanded(other))
                            && overlaps(other)
                    });
            }
        }
    }
}

/// The byte range with the whole of the macro call that the node comes from.
fn whole_span(program: &Tree, node: NodeId) -> Range<usize> {
    let span = program.span(node);
    match program.macro_call(node) {
        Some(call) if !span.is_empty() => span.start.min(call.start)..span.end.max(call.end),
        _ => span,
    }
}
