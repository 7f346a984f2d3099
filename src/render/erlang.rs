//! The table for Erlang: which single deletions exist, and what each leaves behind.
//!
//! A walk from the functions down gives each node its place, and the place decides: see [`Place::leaves`].
//! What a macro's definition says is one piece of text, and goes as a whole or not at all.

use std::ops::Range;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::language::Language;

use super::deletions::{Action, Deletion, Group, Leaves};

/// Where a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// One of a list of functions, clauses, qualifiers, fields, segments.
    Item { pattern: bool },
    /// A statement of a body.
    Statement,
    /// A value is needed.
    Expression,
    /// A pattern is needed.
    Pattern,
    /// A guard slot.
    Guard,
    /// The syntax needs this very part: callees, keys of map patterns, operands of patterns, sizes.
    Fixed { pattern: bool },
    /// The rest of a list, inside of its brackets.
    Tail { pattern: bool },
}

impl Place {
    fn leaves(self) -> Option<Leaves> {
        match self {
            Place::Item { .. } => Some(Leaves::Nothing),
            Place::Statement => Some(Leaves::Statement),
            Place::Expression | Place::Tail { pattern: false } => Some(Leaves::Undef),
            Place::Pattern | Place::Tail { pattern: true } => Some(Leaves::Wildcard),
            Place::Guard => Some(Leaves::Guard),
            Place::Fixed { .. } => None,
        }
    }

    fn is_pattern(self) -> bool {
        matches!(
            self,
            Place::Pattern
                | Place::Item { pattern: true }
                | Place::Fixed { pattern: true }
                | Place::Tail { pattern: true }
        )
    }
}

/// What there is to know about a program's deletions.
#[derive(Default)]
pub(super) struct Found {
    pub(super) all: Vec<Deletion>,
    pub(super) groups: Vec<Group>,
    /// The cons cells of each list, first to last.
    pub(super) lists: Vec<Vec<NodeId>>,
}

/// All deletions of a program.
pub(super) fn deletions(program: &Tree) -> Found {
    let mut table = Table { program, places: Places::new(program), found: Found::default() };
    for file_idx in 0..program.files().len() {
        for root in program.roots(file_idx) {
            table.visit(root, Place::Item { pattern: false });
        }
    }
    table.found
}

struct Table<'t> {
    program: &'t Tree,
    places: Places,
    found: Found,
}

impl Table<'_> {
    fn visit(&mut self, node: NodeId, place: Place) {
        let program = self.program;
        let has_content = program.subtree(node).len() > 1;
        let is_there = if place == Place::Guard { has_content } else { program.is_counted(node) };
        // Without brackets of its own, the end of a list is where the list ends.
        let has_place = match (place, program.parent(node)) {
            (Place::Tail { .. }, Some(list)) => {
                !self.places.is_expanded(list) && self.places.is_private(list)
            }
            _ => self.places.is_private(node),
        };
        if is_there && has_place {
            let actions = place.leaves().map(Action::Delete).into_iter().chain(self.drop_of(node));
            self.found.all.extend(actions.map(|action| Deletion { node, action }));
        }
        match (program.kind(node), place, self.found.lists.last_mut()) {
            ("cons", Place::Tail { .. }, Some(list)) => list.push(node),
            ("cons", ..) => self.found.lists.push(vec![node]),
            _ => {}
        }
        let children: Vec<NodeId> = program.children(node).collect();
        self.add_groups(node, &children);
        // The rest of a list first: its cells follow the one before.
        for (idx, &child) in children.iter().enumerate().rev() {
            if let Some(place) = self.place(node, place, &children, idx) {
                self.visit(child, place);
            }
        }
    }

    /// Dropping a list element: its cell and itself go, the rest of the list moves up.
    fn drop_of(&self, node: NodeId) -> Option<Action> {
        let is_plain = self.program.kind(node) == "cons" && !self.places.is_expanded(node);
        let tail = self.program.children(node).nth(1).filter(|_| is_plain)?;
        (!self.places.is_expanded(tail)).then_some(Action::Lift(tail))
    }

    /// Clauses of one construct, the ways out of a `try`, qualifiers.
    fn add_groups(&mut self, parent: NodeId, children: &[NodeId]) {
        let program = self.program;
        let mut add = |is_member: &dyn Fn(&str) -> bool| {
            let members: Vec<NodeId> =
                children.iter().copied().filter(|&child| is_member(program.kind(child))).collect();
            if !members.is_empty() {
                self.found.groups.push(Group { parent, members });
            }
        };
        match program.kind(parent) {
            "qualifiers" => add(&|_| true),
            "try_expr" => {
                add(&|kind| kind == "cr_clause");
                add(&|kind| matches!(kind, "catch_clause" | "try_after"));
                // Without its clauses, the keyword `catch` would stand alone.
                if children.iter().any(|&child| program.kind(child) == "try_after") {
                    add(&|kind| kind == "catch_clause");
                }
            }
            "receive_expr" => add(&|kind| matches!(kind, "cr_clause" | "receive_after")),
            _ => add(&|kind| kind.ends_with("_clause")),
        }
    }

    /// Place of a child; `None` where nothing below can go.
    fn place(&self, parent: NodeId, around: Place, children: &[NodeId], idx: usize) -> Option<Place> {
        let pattern = around.is_pattern();
        let value = if pattern { Place::Pattern } else { Place::Expression };
        let kind = self.program.kind(children[idx]);
        Some(match self.program.kind(parent) {
            "map_expr" | "record_expr" | "binary" => Place::Item { pattern },
            "function" | "if_expr" | "anonymous_fun" | "qualifiers" => Place::Item { pattern: false },
            "function_clause" | "fun_clause" | "cr_clause" | "if_clause" | "catch_clause" => {
                self.place_in_clause(children, idx)
            }
            "try_expr" | "receive_expr" if kind.ends_with("_clause") || kind.ends_with("_after") => {
                Place::Item { pattern: false }
            }
            "try_expr" | "try_after" | "block_expr" => Place::Statement,
            "case_expr" | "map_expr_update" | "record_update_expr" if idx > 0 => {
                Place::Item { pattern: false }
            }
            "receive_after" if idx > 0 => Place::Statement,
            "match_expr" | "generator" if idx == 0 => Place::Pattern,
            "b_generator" if idx == 0 => Place::Fixed { pattern: true },
            "cons" => self.place_in_list(children[idx], pattern, idx),
            "map_field" if pattern && idx == 0 => Place::Fixed { pattern: false },
            "bin_element" if idx > 0 => Place::Fixed { pattern: false },
            "list_comprehension" | "binary_comprehension" if kind == "qualifiers" => {
                Place::Fixed { pattern: false }
            }
            "binary_comprehension" => Place::Fixed { pattern: false },
            "call" if idx == 0 => Place::Fixed { pattern: false },
            "binary_op_expr" | "unary_op_expr" if pattern => self.place_of_operand(parent, idx),
            "guard" | "remote" | "external_fun" | "maybe_expr" | "map_comprehension" | "map_generator"
            | "concatables" | "ERROR" | "macro_call_expr" => return None,
            _ => value,
        })
    }

    fn place_in_clause(&self, children: &[NodeId], idx: usize) -> Place {
        let guard = children.iter().position(|&child| self.program.kind(child) == "guard");
        match guard {
            Some(guard) if idx < guard => Place::Pattern,
            Some(guard) if idx == guard => Place::Guard,
            _ => Place::Statement,
        }
    }

    fn place_in_list(&self, child: NodeId, pattern: bool, idx: usize) -> Place {
        let same_brackets = matches!(self.program.kind(child), "cons" | "nil") && !self.has_brackets(child);
        match (idx, pattern) {
            (1, pattern) if same_brackets => Place::Tail { pattern },
            (_, true) => Place::Pattern,
            (_, false) => Place::Expression,
        }
    }

    /// Whether a list has brackets of its own, and is not the rest of the one around it.
    fn has_brackets(&self, list: NodeId) -> bool {
        let start = self.program.span(list).start;
        // The rest of a list starts with its first element, a list with its bracket.
        let first = self.program.children(list).next();
        let opens_here = first.is_none_or(|first| self.program.span(first).start > start);
        self.places.is_expanded(list) || (self.program.text(list).starts_with('[') && opens_here)
    }

    /// Of `"ab" ++ Rest` the rest can go; other operators of patterns are constants.
    fn place_of_operand(&self, parent: NodeId, idx: usize) -> Place {
        match (self.program.label(parent), idx) {
            ("_++_", 1) => Place::Pattern,
            _ => Place::Fixed { pattern: true },
        }
    }
}

/// Nodes that cannot be cut out of the text alone: parts of a macro's definition, and of an argument that it
/// repeats. Empty for languages without a table.
pub fn shared(program: &Tree) -> NodeSet {
    if program.language() != Language::Erlang || !program.files().any(|file| file.text.contains('?')) {
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
}

impl Places {
    pub(super) fn new(program: &Tree) -> Places {
        let expanded: Vec<bool> = program.ids().map(|node| is_expanded(program, node)).collect();
        let mut spans: Vec<Range<usize>> =
            program.ids().map(|node| whole_span(program, node, expanded[node as usize])).collect();
        for node in program.ids().rev() {
            if let Some(parent) = program.parent(node)
                && !spans[node as usize].is_empty()
            {
                let below = spans[node as usize].clone();
                let above = &mut spans[parent as usize];
                *above = above.start.min(below.start)..above.end.max(below.end);
            }
        }
        let mut places = Places { spans, expanded, private: vec![true; program.len()] };
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
        let text = &program.file(program.file_of(node)).text;
        let mut extent = self.span(node);
        loop {
            let before = text[..extent.start].trim_end();
            let after = text[extent.end..].trim_start();
            if !(before.ends_with('(') && after.starts_with(')')) {
                return extent;
            }
            extent = before.len() - 1..text.len() - after.len() + 1;
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

fn is_expanded(program: &Tree, node: NodeId) -> bool {
    let text = &program.file(program.file_of(node)).text;
    text[program.own_offset(node)..].starts_with('?')
        && program.kind(node) != "macro_call_expr"
        && program.label(node) != "_?=_"
}

/// The byte range with the whole of the macro call that the node comes from.
fn whole_span(program: &Tree, node: NodeId, is_expanded: bool) -> Range<usize> {
    let span = program.span(node);
    if !is_expanded || span.is_empty() {
        return span;
    }
    let text = &program.file(program.file_of(node)).text;
    let call = program.own_offset(node);
    let name_len = text[call + 1..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '@')));
    let name_end = name_len.map_or(text.len(), |len| call + 1 + len);
    let arguments = (span.end > name_end && text[name_end..].starts_with('(')).then(|| close(text, name_end));
    let end = arguments.map_or(name_end, |end| end);
    span.start.min(call)..span.end.max(end)
}

/// One past the parenthesis that closes the one at `open`.
fn close(text: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + at + 1;
        }
    }
    text.len()
}
