//! The text of a candidate: the program's text with stretches cut out and placeholders written in.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::ast::{NodeId, SourceFile, Tree};
use crate::deletions::{Action, Candidate, Cut, Deletions, Layout, Leaves, Mark, apply};
use crate::stack::deep;

use super::module::{FunctionName, Module};
use super::places::Places;
use super::syntax::{Kind, Syntax, token};

/// Text of a normalised candidate; see [`Deletions::text`].
pub(super) fn text(
    program: &Tree,
    deletions: &Deletions,
    candidate: &Candidate,
    marks: &[Mark<'_>],
) -> Vec<SourceFile> {
    let mut actions = vec![None; program.len()];
    for &id in candidate.ids() {
        let deletion = deletions.get(id);
        actions[deletion.node as usize] = Some(deletion.action);
    }
    let (syntax, places) = (Syntax::new(program), Places::new(program));
    (0..program.files().len())
        .map(|file_idx| {
            let mut writer =
                Writer { program, syntax: &syntax, places: &places, actions: &actions, cuts: Vec::new() };
            let roots: Vec<NodeId> = program.roots(file_idx).collect();
            let file = program.file(file_idx);
            let of_file = |mark: &&Mark<'_>| program.file_of(mark.node) == file_idx;
            // What else is written in at its ends stands around the mark; at one place inner marks end first.
            for mark in marks.iter().filter(of_file).rev() {
                let end = places.span(mark.node).end;
                writer.cut(end..end, mark.after);
            }
            writer.functions(&roots);
            writer.attributes(&file.text, &roots);
            for mark in marks.iter().filter(of_file) {
                let start = places.span(mark.node).start;
                writer.cut(start..start, mark.before);
            }
            SourceFile::new(file.path.clone(), apply(&file.text, writer.cuts, Layout::Columns))
        })
        .collect()
}

struct Writer<'t> {
    program: &'t Tree,
    syntax: &'t Syntax<'t>,
    places: &'t Places,
    actions: &'t [Option<Action>],
    cuts: Vec<Cut<'t>>,
}

impl<'t> Writer<'t> {
    fn action(&self, node: NodeId) -> Option<Action> {
        self.actions[node as usize]
    }

    fn is_item(&self, node: NodeId) -> bool {
        matches!(self.action(node), Some(Action::Delete(Leaves::Nothing | Leaves::Statement)))
    }

    fn cut(&mut self, range: Range<usize>, by: &'t str) {
        self.cuts.push(Cut { start: range.start, stop: range.end, by });
    }

    fn functions(&mut self, roots: &[NodeId]) {
        for &root in roots {
            if self.is_item(root) {
                self.cut(self.places.span(root), "");
            } else {
                self.visit(root);
            }
        }
    }

    /// Visits a node that is left.
    fn visit(&mut self, node: NodeId) {
        deep(|| {
            let children: Vec<NodeId> = self.program.children(node).collect();
            for list in self.lists(&children) {
                self.list(&list);
            }
            for &child in &children {
                match self.action(child) {
                    None => self.visit(child),
                    Some(Action::Lift(_)) => self.drop_elements(child),
                    Some(Action::Delete(leaves)) if self.is_rest(child) => self.delete_rest(child, leaves),
                    Some(Action::Delete(Leaves::Undef)) => self.cut(self.places.span(child), "undef"),
                    Some(Action::Delete(Leaves::Wildcard)) => self.wildcard(child),
                    Some(Action::Delete(Leaves::Guard)) => self.guard(node, child),
                    // With their list; `sliced` is C's.
                    Some(Action::Delete(Leaves::Nothing | Leaves::Statement | Leaves::Sliced)) => {}
                }
            }
        })
    }

    /// The class of a handler that is not written is written before its pattern.
    fn wildcard(&mut self, pattern: NodeId) {
        let span = self.places.span(pattern);
        let text = if span.is_empty() { "_:" } else { "_" };
        self.cut(span, text);
    }

    /// Runs of siblings that separators join, where one of them goes.
    fn lists(&self, children: &[NodeId]) -> Vec<Vec<NodeId>> {
        use Kind::{CaseClause, CatchClause, Guard, ReceiveAfter, TryAfter};
        let part = |node: NodeId| match self.syntax.kind(node) {
            kind @ (CaseClause | CatchClause | TryAfter | ReceiveAfter | Guard) => Some(kind),
            kind if kind.is_clause() => Some(Kind::FunctionClause),
            _ => None,
        };
        children
            .chunk_by(|&a, &b| part(a) == part(b))
            .filter(|run| run.iter().any(|&node| self.is_item(node)))
            .map(|run| self.joined(run))
            .collect()
    }

    /// The scrutinee of a `case` and the map of an update are followed by items, and are none.
    fn joined(&self, run: &[NodeId]) -> Vec<NodeId> {
        let is_update = run.first().and_then(|&node| self.program.parent(node)).is_some_and(|parent| {
            matches!(self.syntax.kind(parent), Kind::MapUpdate | Kind::RecordUpdate | Kind::ReceiveAfter)
                && self.program.children(parent).next() == run.first().copied()
        });
        run.iter().copied().skip(usize::from(is_update)).collect()
    }

    /// Cuts items with the separator after them; behind the last that stays, with the one before.
    fn list(&mut self, items: &[NodeId]) {
        let is_body =
            items.iter().any(|&item| matches!(self.action(item), Some(Action::Delete(Leaves::Statement))));
        let stays = |idx: usize| !self.is_item(items[idx]) || (is_body && idx + 1 == items.len());
        let last_staying = (0..items.len()).rev().find(|&idx| stays(idx));
        for (idx, &item) in items.iter().enumerate() {
            if !self.is_item(item) {
                continue;
            }
            let span = self.extent(item);
            match last_staying {
                Some(last) if last == idx => self.cut(span, "undef"),
                Some(last) if last > idx => self.cut(span.start..self.extent(items[idx + 1]).start, ""),
                Some(last) => self.cut(self.extent(items[last]).end..span.end, ""),
                None if idx == 0 => self.cut(span.start..self.extent(items[items.len() - 1]).end, ""),
                None => {}
            }
        }
    }

    /// A statement may stand in parentheses.
    fn extent(&self, node: NodeId) -> Range<usize> {
        self.places.extent(self.program, node)
    }

    /// A guard goes with its `when`; an `if` needs one.
    fn guard(&mut self, clause: NodeId, guard: NodeId) {
        let span = self.places.span(guard);
        if self.syntax.kind(clause) == Kind::IfClause {
            self.cut(span, "true");
        } else {
            self.cut(self.program.own_offset(guard).min(span.start)..span.end, "");
        }
    }

    /// Writes what is left of a list, or of the rest of a list, whose first elements are dropped.
    fn drop_elements(&mut self, first: NodeId) {
        let mut last = first;
        let mut at = first;
        while let Some(Action::Lift(tail)) = self.action(at) {
            (last, at) = (at, tail);
        }
        let (whole, rest) = (self.places.span(first), self.places.span(at));
        let is_rest = matches!(self.syntax.kind(at), Kind::Cons | Kind::Nil) && rest.end == whole.end;
        if let (true, Some(Action::Delete(leaves))) = (is_rest, self.action(at)) {
            return self.delete_rest(first, leaves);
        }
        match (self.head_before(first), is_rest, self.syntax.kind(at)) {
            (None, true, Kind::Nil) => self.cut(whole.clone(), "[]"),
            (None, true, _) => self.cut(whole.start..rest.start, "["),
            (None, false, _) => self.lift(whole, rest.clone(), at),
            (Some(head), true, Kind::Nil) => self.cut(self.separator(head, ',')..whole.end - 1, ""),
            (Some(_), true, _) => self.cut(whole.start..rest.start, ""),
            (Some(head), false, _) => self.cut(self.separator(head, ',')..self.separator(last + 1, '|'), " "),
        }
        match self.action(at) {
            Some(Action::Delete(Leaves::Wildcard)) => self.cut(rest, "_"),
            Some(Action::Delete(_)) => self.cut(rest, "undef"),
            _ => self.visit(at),
        }
    }

    /// Whether a node is the rest of a list without brackets of its own.
    fn is_rest(&self, node: NodeId) -> bool {
        matches!(self.syntax.kind(node), Kind::Cons | Kind::Nil) && self.head_before(node).is_some()
    }

    /// Writes a placeholder for a list, or behind a bar for the rest of one.
    fn delete_rest(&mut self, list: NodeId, leaves: Leaves) {
        let whole = self.places.span(list);
        let is_pattern = leaves == Leaves::Wildcard;
        match (self.head_before(list), self.syntax.kind(list)) {
            (None, _) => self.cut(whole, if is_pattern { "_" } else { "undef" }),
            (Some(head), kind) => {
                let start = if kind == Kind::Nil { whole.end - 1 } else { self.separator(head, ',') };
                self.cut(start..whole.end - 1, if is_pattern { " | _" } else { " | undef" });
            }
        }
    }

    /// The element before the rest of a list; `None` for a list with its own brackets.
    fn head_before(&self, list: NodeId) -> Option<NodeId> {
        let parent = self.program.parent(list).filter(|&parent| self.syntax.kind(parent) == Kind::Cons)?;
        let same_end = self.places.span(parent).end == self.places.span(list).end;
        (same_end && parent + 1 != list).then_some(parent + 1)
    }

    /// Offset of the separator after an element.
    fn separator(&self, element: NodeId, separator: char) -> usize {
        let end = self.places.span(element).end;
        let text = &self.program.file(self.program.file_of(element)).text;
        end + token(&text[end..], separator).unwrap_or(0)
    }

    /// Puts a part in the place of the whole.
    fn lift(&mut self, whole: Range<usize>, part: Range<usize>, node: NodeId) {
        let is_loose = matches!(
            self.syntax.kind(node),
            Kind::BinaryOperator | Kind::UnaryOperator | Kind::Match | Kind::Catch
        );
        self.cut(whole.start..part.start, if is_loose { "(" } else { "" });
        self.cut(part.end..whole.end, if is_loose { ")" } else { "" });
    }

    /// Cuts what names functions that are gone out of the attributes. Of a function that is defined twice, for
    /// different targets, both copies must be gone.
    fn attributes(&mut self, text: &str, roots: &[NodeId]) {
        let (gone, left): (Vec<NodeId>, Vec<NodeId>) = roots.iter().partition(|&&root| self.is_item(root));
        let names = |roots: Vec<NodeId>| -> BTreeSet<FunctionName> {
            roots.into_iter().map(|root| FunctionName::of_label(self.program.label(root))).collect()
        };
        let gone = &names(gone) - &names(left);
        if gone.is_empty() {
            return;
        }
        for cut in Module::read(text).cuts(&gone) {
            self.cut(cut, "");
        }
    }
}
