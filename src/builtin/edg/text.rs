//! From the nodes of a slice to source text: deleted code becomes `undef` or `_`, what is not kept around a
//! kept operand is lifted away, and every token that stays keeps its line.

use std::ops::Range;

use crate::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};

/// Source text of the program with only the kept nodes.
///
/// Deleted functions also leave the export lists, and take their specifications along.
pub(super) fn text(tree: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
    let mut inside = keep.clone();
    for node in keep.iter() {
        for above in tree.ancestors(node) {
            if !inside.insert(above) {
                break;
            }
        }
    }
    (0..tree.files().len())
        .map(|file_idx| {
            let source = &tree.file(file_idx).text;
            let mut writer = Writer { tree, keep, inside: &inside, source, cuts: Vec::new() };
            let mut deleted = Vec::new();
            for root in tree.roots(file_idx) {
                match inside.contains(root) {
                    true => writer.parts(root),
                    false => {
                        deleted.push(tree.label(root));
                        writer.cut(tree.span(root), "");
                    }
                }
            }
            writer.attributes(file_idx, &deleted);
            SourceFile::new(tree.file(file_idx).path.clone(), apply(source, writer.cuts))
        })
        .collect()
}

struct Writer<'t> {
    tree: &'t Tree,
    keep: &'t NodeSet,
    /// Kept nodes and all around them.
    inside: &'t NodeSet,
    source: &'t str,
    cuts: Vec<(Range<usize>, String)>,
}

impl Writer<'_> {
    fn cut(&mut self, range: Range<usize>, by: impl Into<String>) {
        self.cuts.push((range, by.into()));
    }

    /// The parts of a node that stays.
    fn parts(&mut self, node: NodeId) {
        let children: Vec<NodeId> = self.tree.children(node).collect();
        let is_item = |child: &NodeId| self.is_item(node, *child);
        let lists: Vec<Vec<NodeId>> = children
            .chunk_by(|a, b| is_item(a) && is_item(b) && self.is_clause(*a) == self.is_clause(*b))
            .map(<[NodeId]>::to_vec)
            .collect();
        for list in lists {
            match self.is_item(node, list[0]) {
                true => self.items(&list),
                false => list.into_iter().for_each(|child| self.part(node, child)),
            }
        }
    }

    fn is_clause(&self, node: NodeId) -> bool {
        self.tree.kind(node).ends_with("_clause")
    }

    /// Statements and clauses, which go with their separators.
    fn is_item(&self, parent: NodeId, node: NodeId) -> bool {
        let in_list = self.is_clause(node)
            || self.is_clause(parent)
            || matches!(
                self.tree.kind(parent),
                "block_expr" | "try_expr" | "try_after" | "maybe_expr" | "receive_after"
            );
        self.tree.flags(node).has(Flags::STATEMENT) && in_list
    }

    /// A statement with the parentheses around it.
    fn extent(&self, node: NodeId) -> Range<usize> {
        let mut extent = self.tree.span(node);
        loop {
            let before = self.source[..extent.start].trim_end();
            let after = &self.source[extent.end..];
            let blanks = after.len() - after.trim_start().len();
            if !(before.ends_with('(') && after.trim_start().starts_with(')')) {
                return extent;
            }
            extent = before.len() - 1..extent.end + blanks + 1;
        }
    }

    fn items(&mut self, items: &[NodeId]) {
        let is_inside = |item: &&NodeId| self.inside.contains(**item);
        let Some(&first) = items.iter().find(is_inside) else {
            let whole = self.extent(items[0]).start..self.extent(items[items.len() - 1]).end;
            return self.cut(whole, "undef");
        };
        self.cut(self.extent(items[0]).start..self.extent(first).start, "");
        let mut end = self.extent(items[0]).start;
        for &item in items {
            if self.inside.contains(item) {
                self.part_or_lifted(item, true);
                end = self.extent(item).end;
            } else if end >= self.extent(first).end {
                self.cut(end..self.extent(item).end, "");
            }
        }
    }

    fn part(&mut self, parent: NodeId, node: NodeId) {
        if self.inside.contains(node) && !self.is_empty_guard(node) {
            return self.part_or_lifted(node, false);
        }
        let span = self.tree.span(node);
        match self.tree.kind(node) {
            "guard" => self.guard(parent, node),
            // The rest of a list has no bar of its own before it.
            "cons" | "nil" if self.tree.kind(parent) == "cons" && self.is_joined_tail(node) => {
                let head =
                    self.tree.children(parent).next().map_or(span.start, |head| self.tree.span(head).end);
                let by = if self.is_pattern(node) { " | _]" } else { " | undef]" };
                self.cut(self.closed(head)..span.end, by);
            }
            _ if self.tree.is_placeholder(node) && !self.tree.label(node).is_empty() => {}
            _ if self.is_pattern(node) => self.cut(span, "_"),
            _ => self.cut(span, "undef"),
        }
    }

    /// Behind the parentheses that close at this place.
    fn closed(&self, end: usize) -> usize {
        let mut end = end;
        while let Some(rest) = self.source[end..].trim_start().strip_prefix(')') {
            end = self.source.len() - rest.len();
        }
        end
    }

    /// Whether the rest of a list follows a comma or the last element, not a bar.
    fn is_joined_tail(&self, node: NodeId) -> bool {
        !self.source[self.tree.span(node)].starts_with('[')
    }

    fn is_empty_guard(&self, node: NodeId) -> bool {
        let mut parts = self.tree.children(node);
        self.tree.kind(node) == "guard" && !parts.any(|part| self.inside.contains(part))
    }

    fn guard(&mut self, clause: NodeId, guard: NodeId) {
        if self.tree.children(guard).next().is_none() {
            return;
        }
        let span = self.tree.span(guard);
        if self.tree.kind(clause) == "if_clause" {
            return self.cut(span, "true");
        }
        self.cut(self.tree.own_offset(guard)..span.end, "");
    }

    /// A node that stays, or the operand that takes its place.
    fn part_or_lifted(&mut self, node: NodeId, is_statement: bool) {
        let mut at = node;
        while !self.keep.contains(at) {
            let mut kept = self.tree.children(at).filter(|&child| self.inside.contains(child));
            match (kept.next(), kept.next()) {
                (Some(only), None) => at = only,
                _ => break,
            }
        }
        if at != node {
            let (outer, inner) = (self.tree.span(node), self.tree.span(at));
            let is_tail = matches!(self.tree.kind(at), "cons" | "nil") && self.is_joined_tail(at);
            let binds = matches!(
                self.tree.kind(at),
                "binary_op_expr" | "unary_op_expr" | "match_expr" | "catch_expr"
            );
            let (open, close) = match () {
                () if is_tail => ("[", ""),
                () if binds && !is_statement => ("(", ")"),
                () => ("", ""),
            };
            self.cut(outer.start..inner.start, open);
            self.cut(inner.end..outer.end, close);
        }
        self.parts(at);
    }

    /// Whether a node stands where only a pattern may.
    fn is_pattern(&self, node: NodeId) -> bool {
        let mut below = node;
        for above in self.tree.ancestors(node) {
            let first = self.tree.children(above).next() == Some(below);
            match self.tree.kind(above) {
                "match_expr" if first => return true,
                "generator" | "b_generator" | "map_generator" | "cond_match_expr" => return first,
                kind if kind.ends_with("_clause") => {
                    let guard = self.tree.children(above).find(|&child| self.tree.kind(child) == "guard");
                    return guard.is_some_and(|guard| below < guard);
                }
                "call" | "block_expr" | "guard" | "qualifiers" => return false,
                _ => below = above,
            }
        }
        false
    }

    /// Export lists and specifications of deleted functions.
    fn attributes(&mut self, file_idx: usize, deleted: &[&str]) {
        if deleted.is_empty() {
            return;
        }
        let mut at = 0;
        let mut gaps = Vec::new();
        for root in self.tree.roots(file_idx) {
            let span = self.tree.span(root);
            gaps.push(at..span.start.max(at));
            at = at.max(span.end);
        }
        gaps.push(at..self.source.len());
        for gap in gaps {
            for form in forms(self.source, gap) {
                self.attribute(form, deleted);
            }
        }
    }

    fn attribute(&mut self, form: Range<usize>, deleted: &[&str]) {
        let text = &self.source[form.clone()];
        let name = text.trim_start_matches('-').trim_start();
        if name.starts_with("export") && !name.starts_with("export_type") {
            self.exports(form, deleted);
        } else if let Some(spec) = name.strip_prefix("spec") {
            let function = spec.trim_start().split('(').next().unwrap_or_default().trim().trim_matches('\'');
            let is_function = |label: &&str| label.rsplit_once('/').is_some_and(|(name, _)| name == function);
            // A specification does not spell its arity; a function of the same name may be left.
            let arity = spec_arity(spec);
            let is_deleted = |label: &&str| is_function(label) && label.ends_with(&format!("/{arity}"));
            if deleted.iter().any(is_deleted) {
                self.cut(form, "");
            }
        }
    }

    fn exports(&mut self, form: Range<usize>, deleted: &[&str]) {
        let text = &self.source[form.clone()];
        let (Some(open), Some(close)) = (text.find('['), text.rfind(']')) else { return };
        let mut at = form.start + open + 1;
        let mut parts = Vec::new();
        for part in text[open + 1..close].split(',') {
            parts.push((at..at + part.len(), is_deleted(part, deleted)));
            at += part.len() + 1;
        }
        let mut has_kept = false;
        for (range, is_deleted) in parts {
            let end = range.end;
            if !is_deleted {
                has_kept = true;
            } else if has_kept {
                self.cut(range.start - 1..end, "");
            } else {
                let with_comma = if self.source[end..].starts_with(',') { end + 1 } else { end };
                self.cut(range.start..with_comma, "");
            }
        }
    }
}

fn is_deleted(entry: &str, deleted: &[&str]) -> bool {
    let plain: String = entry
        .lines()
        .map(|line| line.split('%').next().unwrap_or_default())
        .collect::<String>()
        .replace(['\'', ' ', '\t'], "");
    deleted.iter().any(|label| label.replace(['\'', ' '], "") == plain)
}

/// Number of arguments of the first clause of a specification.
fn spec_arity(spec: &str) -> usize {
    let Some(open) = spec.find('(') else { return 0 };
    let (mut depth, mut commas, mut is_empty) = (0_usize, 0, true);
    for c in spec[open + 1..].chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
        is_empty &= c.is_whitespace();
    }
    if is_empty { 0 } else { commas + 1 }
}

/// Attributes in a stretch without functions: each from its `-` at the start of a line.
fn forms(source: &str, gap: Range<usize>) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut at = gap.start;
    for line in source[gap.clone()].split_inclusive('\n') {
        if line.starts_with('-') {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([gap.end]).collect::<Vec<_>>();
    let trimmed = |(start, end): (usize, usize)| {
        let text = &source[start..end];
        // Up to the full stop; what follows are comments of the next form.
        let stop = text.find(".\n").map_or(text.trim_end().len(), |stop| stop + 1);
        start..start + stop
    };
    starts.into_iter().zip(ends).map(trimmed).collect()
}

/// Makes the cuts, outermost first. Line ends in them stay, and blanks keep what follows in its column,
/// so that an occurrence among several on a line can be told by its place.
fn apply(source: &str, mut cuts: Vec<(Range<usize>, String)>) -> String {
    cuts.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut text = String::with_capacity(source.len());
    let mut at = 0;
    for (range, by) in cuts {
        if range.start < at || (range.is_empty() && by.is_empty()) {
            continue;
        }
        copy(source, at..range.start, &mut text);
        text.extend(source[range.clone()].chars().filter(|&c| c == '\n'));
        if !by.is_empty() {
            let wanted = column(source, range.end).saturating_sub(by.chars().count());
            pad(&mut text, wanted);
        }
        text.push_str(&by);
        at = range.end;
    }
    copy(source, at..source.len(), &mut text);
    text
}

/// Copies a stretch with blanks before it, or behind the punctuation it starts with.
fn copy(source: &str, range: Range<usize>, text: &mut String) {
    let chunk = &source[range.clone()];
    let rest = chunk.trim_start_matches(['.', ',', ';', ')', ']', '}']);
    let at = range.end - rest.len();
    text.push_str(&source[range.start..at]);
    if !rest.is_empty() && !rest.starts_with(['\n', '\r']) {
        pad(text, column(source, at));
    }
    text.push_str(rest);
}

/// Adds blanks up to a column.
fn pad(text: &mut String, wanted: usize) {
    let found = column(text, text.len());
    text.extend(std::iter::repeat_n(' ', wanted.saturating_sub(found)));
}

/// Characters before this place in its line.
fn column(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..at].chars().count()
}
