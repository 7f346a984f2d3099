//! Records and maps as composites.

use crate::ast::NodeId;
use crate::languages::erlang::Module;

use super::graph::{Field, Label, Need, When};
use super::lower::Lower;

impl Lower<'_> {
    /// Name of the record that a node names, without quotes.
    pub(super) fn record_name(&self, node: NodeId) -> &str {
        let label = self.tree.label(node).trim_start_matches('#');
        label.split('.').next().unwrap_or(label).trim_matches('\'')
    }

    /// Module that defines the record that a node names; `None` when its definition is elsewhere.
    pub(super) fn record_module(&self, node: NodeId) -> Option<&Module> {
        let own = &self.modules[self.tree.file_of(node)];
        let name = self.record_name(node);
        let defines = |module: &&Module| module.records().any(|record| record.name == name);
        std::iter::once(own).chain(self.modules.iter().rev()).find(defines)
    }

    /// Position of a field of the record that a node names.
    pub(super) fn record_position(&self, node: NodeId, field: &str) -> Option<u32> {
        let mut records = self.record_module(node)?.records();
        // Of definitions for different targets, the last.
        let record = records.rfind(|record| record.name == self.record_name(node))?;
        record.position(field.trim_matches('\''))
    }

    pub(super) fn record(&mut self, node: NodeId) {
        self.operands(node);
        let children = self.children(node);
        match self.tree.kind(node) {
            "record_field_expr" => {
                let field = self.tree.label(node).split('.').nth(1).unwrap_or_default();
                let position = self.record_position(node, field);
                for record in children {
                    match position {
                        Some(position) => self.edge(node, record, Label::Push(Field::Element(position))),
                        None => self.star(node, When::Active, record, Need::FULL),
                    }
                    // Reading a field asks for the name of the record.
                    self.star(node, When::Active, record, Need::HEAD);
                    self.tag(node, record);
                }
            }
            _ => {
                for child in children {
                    self.record_part(node, child);
                }
            }
        }
    }

    fn tag(&mut self, node: NodeId, record: NodeId) {
        let tag = self.aux(super::graph::Aux::Tag(record));
        self.star(node, When::Active, tag, Need::HEAD);
        self.edge(tag, record, Label::Push(Field::Element(1)));
    }

    /// A field of a construction or update, or the record that is updated.
    fn record_part(&mut self, node: NodeId, part: NodeId) {
        if self.tree.kind(part) != "record_field" {
            self.edge(node, part, Label::Flow);
            self.star(node, When::Active, part, Need::HEAD);
            return self.tag(node, part);
        }
        let position = self.record_position(node, self.tree.label(part));
        self.operands(part);
        for value in self.children(part) {
            self.edge(part, value, Label::Flow);
        }
        match position {
            Some(position) => self.edge(node, part, Label::Pop(Field::Element(position))),
            // `_ = Value` fills all other fields.
            None => self.star(node, When::Active, part, Need::FULL),
        }
        self.star(node, When::Active, part, Need::RUN);
    }

    /// Key of a map as a field, when it is constant.
    pub(super) fn constant_key(&mut self, key: NodeId) -> Option<Field> {
        if !matches!(self.tree.kind(key), "atom" | "string") {
            return None;
        }
        let text = format!("{} {}", self.tree.kind(key), self.tree.label(key));
        Some(Field::Key(self.key(text)))
    }

    pub(super) fn map(&mut self, node: NodeId) {
        self.operands(node);
        for child in self.children(node) {
            if self.tree.kind(child) != "map_field" {
                // The keys of the map that is updated are keys of the result.
                self.edge(node, child, Label::Flow);
                self.star(node, When::Active, child, Need::HEAD);
                continue;
            }
            let parts = self.children(child);
            self.operands(child);
            let constant = parts.first().and_then(|&key| self.constant_key(key));
            self.star(node, When::Active, child, Need::RUN);
            for (idx, &part) in parts.iter().enumerate() {
                match idx {
                    0 => self.star(child, When::Active, part, Need::FULL),
                    _ => self.edge(child, part, Label::Flow),
                }
            }
            match constant {
                Some(key) => self.edge(node, child, Label::Pop(key)),
                // A key that is computed may be any key.
                None => self.star(node, When::Valued, child, Need::FULL),
            }
        }
    }
}
