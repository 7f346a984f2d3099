//! Records and maps as composites.

use crate::ast::{NodeId, Siblings};
use crate::languages::erlang::Module;
use crate::languages::erlang::syntax::{Expr, Field};

use super::graph::{Component, Label, Need, When};
use super::state::Lower;

impl<'t> Lower<'t> {
    /// Module that defines a record which a node names; `None` when its definition is elsewhere.
    pub(super) fn record_module(&self, node: NodeId, name: &str) -> Option<&Module> {
        let own = &self.modules[self.tree.file_of(node)];
        let defines = |module: &&Module| module.records().any(|record| record.name == name);
        std::iter::once(own).chain(self.modules.iter().rev()).find(defines)
    }

    /// Position of the field that a node is; `None` when the record's definition is elsewhere.
    pub(super) fn record_position(&self, record: &str, field: NodeId) -> Option<u32> {
        match self.syntax.field(field)? {
            Field::Record { name, .. } => self.position(field, record, name),
            Field::Map { .. } => None,
        }
    }

    /// Position of a field; of definitions for different targets, in the last.
    fn position(&self, node: NodeId, record: &str, field: &str) -> Option<u32> {
        self.record_module(node, record)?.records().rfind(|found| found.name == record)?.position(field)
    }

    pub(super) fn record_access(&mut self, node: NodeId, record: NodeId, name: &str, field: &str) {
        self.operands(node);
        let position = self.position(node, name, field);
        match position {
            Some(position) => self.edge(node, record, Label::Push(Component::Element(position))),
            None => self.star(node, When::Active, record, Need::FULL),
        }
        // Reading a field asks for the name of the record.
        self.star(node, When::Active, record, Need::HEAD);
        self.tag(node, record);
    }

    /// A construction, or the update of a record.
    pub(super) fn record(&mut self, node: NodeId, name: &str, record: Option<NodeId>, fields: Siblings<'t>) {
        self.operands(node);
        if let Some(record) = record {
            self.edge(node, record, Label::Flow);
            self.star(node, When::Active, record, Need::HEAD);
            self.tag(node, record);
        }
        for field in fields {
            self.record_field(node, name, field, record.is_none());
        }
    }

    fn tag(&mut self, node: NodeId, record: NodeId) {
        let tag = self.aux(super::graph::Aux::Tag(record));
        self.star(node, When::Active, tag, Need::HEAD);
        self.edge(tag, record, Label::Push(Component::Element(1)));
    }

    fn record_field(&mut self, node: NodeId, record: &str, part: NodeId, record_is_made: bool) {
        let position = self.record_position(record, part);
        self.operands(part);
        for value in self.children(part) {
            self.edge(part, value, Label::Flow);
        }
        match position {
            Some(position) => self.edge(node, part, Label::Pop(Component::Element(position))),
            // `_ = Value` fills all other fields.
            None => self.star(node, When::Active, part, Need::FULL),
        }
        if record_is_made && !self.has_plain_default(part, record) {
            // Its default would be evaluated in its place.
            self.star(node, When::Active, part, Need::RUN);
        }
    }

    /// Whether a field that goes has a literal for its value, or `undefined`.
    fn has_plain_default(&self, part: NodeId, record: &str) -> bool {
        let Some(Field::Record { name, .. }) = self.syntax.field(part) else { return false };
        let Some(module) = self.record_module(part, record) else { return false };
        let defaults = module.defaults(record, name);
        defaults.is_some_and(|mut all| all.all(is_literal))
    }

    /// Key of a map as a field, when it is constant.
    pub(super) fn constant_key(&mut self, key: NodeId) -> Option<Component> {
        let text = match self.syntax.expr(key) {
            Expr::Atom(name) => format!("atom {name}"),
            Expr::String(text) => format!("string {text}"),
            _ => return None,
        };
        Some(Component::Key(self.key(text)))
    }

    /// A construction, or the update of a map.
    pub(super) fn map(&mut self, node: NodeId, map: Option<NodeId>, fields: Siblings<'t>) {
        self.operands(node);
        if let Some(map) = map {
            // The keys of the map that is updated are keys of the result.
            self.edge(node, map, Label::Flow);
            self.star(node, When::Active, map, Need::HEAD);
        }
        for field in fields {
            self.operands(field);
            self.star(node, When::Active, field, Need::RUN);
            let Some(Field::Map { key, value }) = self.syntax.field(field) else { continue };
            self.star(field, When::Active, key, Need::FULL);
            self.edge(field, value, Label::Flow);
            match self.constant_key(key) {
                Some(key) => self.edge(node, field, Label::Pop(key)),
                // A key that is computed may be any key.
                None => self.star(node, When::Valued, field, Need::FULL),
            }
        }
    }
}

/// Whether code is a number, a name or a text, which is evaluated without a failure and without effect.
fn is_literal(code: &str) -> bool {
    let quoted = |quote: char| {
        let inner = code.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        inner.is_some_and(|inner| !inner.contains([quote, '\\']))
    };
    let is_word =
        !code.is_empty() && code.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '@' | '.'));
    is_word || quoted('\'') || quoted('"') || matches!(code, "[]" | "{}" | "#{}" | "<<>>")
}
