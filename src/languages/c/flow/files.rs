//! The files of a program: each has names of its own, those of the headers that it includes among them.

use std::rc::Rc;

use crate::ast::Cst;
use crate::flow::FlowProgram;
use crate::languages::c::scope::{is_header, unit};
use crate::languages::c::syntax::{Declaration, FunctionDefinition, top_level};

use super::declarations::StorageClass;
use super::names::CScopes;
use super::{CFlow, MemoryView, TextContext};
use crate::languages::c::syntax::forms;

impl<'t> CFlow<'t> {
    /// The flow of the whole program, and how it looks at memory.
    pub(super) fn program(mut self) -> (FlowProgram, MemoryView) {
        let all: Vec<usize> = (0..self.files.len()).collect();
        let sources: Vec<usize> =
            all.iter().copied().filter(|&idx| !is_header(&self.program.file(idx).path)).collect();
        let starts = if sources.is_empty() { all } else { sources };
        // What files share is known before the names of any.
        self.scopes.enter();
        for &file_idx in &starts {
            self.functions(file_idx);
        }
        self.is_in_one_file = true;
        let mut scopes: Vec<(usize, CScopes)> = Vec::new();
        for &file_idx in &starts {
            self.globals(file_idx);
            scopes.push((file_idx, self.scopes.clone()));
        }
        for (file_idx, names) in scopes {
            self.scopes = names;
            self.definitions(file_idx);
        }
        self.hopeless();
        self.run();
        (self.flow.finish(), self.seen.view())
    }

    fn context(&self, file_idx: usize) -> Rc<TextContext<'t>> {
        let text = self.program.file(file_idx).text.as_str();
        Rc::new(TextContext { text, file_idx, at: None, args: Default::default(), depth: 0 })
    }

    /// What stands at the top of a file, also where the compiler may leave it out.
    fn items(&self, file_idx: usize) -> Vec<Cst<'t>> {
        let text = self.program.file(file_idx).text.as_str();
        let mut found = Vec::new();
        for item in top_level(self.files[file_idx].root(), text) {
            flatten(item, &mut found);
        }
        found
    }

    fn functions(&mut self, file_idx: usize) {
        for idx in unit(self.program, self.files, file_idx) {
            let items = self.items(idx);
            let context = self.context(idx);
            self.within(context, |it| {
                for item in items {
                    if let Some(definition) = FunctionDefinition::of(item) {
                        it.declare_function(item, &definition);
                    }
                }
            });
        }
    }

    /// The names of a file and its headers.
    fn globals(&mut self, file_idx: usize) {
        self.scopes = CScopes::default();
        self.scopes.enter();
        for idx in unit(self.program, self.files, file_idx) {
            let items = self.items(idx);
            let context = self.context(idx);
            self.within(context, |it| items.into_iter().for_each(|item| it.global(item)));
        }
    }

    fn global(&mut self, item: Cst<'t>) {
        if let Some(definition) = FunctionDefinition::of(item) {
            return self.declare_function(item, &definition);
        }
        self.constants(item);
        let Some(declaration) = Declaration::of(item) else { return };
        let is_static = declaration.has_storage(self.here.text, "static");
        let class = if is_static { StorageClass::Static } else { StorageClass::Shared };
        for declarator in declaration.declarators() {
            self.declarator(item, declarator, class);
        }
    }

    /// The functions of a file and its headers.
    fn definitions(&mut self, file_idx: usize) {
        for idx in unit(self.program, self.files, file_idx) {
            let items = self.items(idx);
            let context = self.context(idx);
            self.within(context, |it| {
                for item in items {
                    if let Some(definition) = FunctionDefinition::of(item) {
                        it.define_function(item, &definition);
                    }
                }
                let root = it.files[idx].root();
                it.kept_conditions(root);
            });
        }
    }

    /// What the compiler may leave out is kept.
    fn kept_conditions(&mut self, root: Cst<'t>) {
        let text = self.here.text;
        for item in top_level(root, text).filter(|item| forms::is_conditional(*item)) {
            self.keeps_all(item, "conditional compilation");
        }
    }

    /// Programs of which nothing is known are kept as they are.
    fn hopeless(&mut self) {
        for (file_idx, at, why) in self.facts.hopeless.clone() {
            let node = file_idx.and_then(|file_idx| self.node_covering(file_idx, at));
            let first = (0..self.program.files().len()).flat_map(|idx| self.program.roots(idx)).next();
            let Some(node) = node.or(first) else { continue };
            self.flow.opaque(node, &[], format!("{why}: the program is kept whole"));
            let roots: Vec<_> =
                (0..self.program.files().len()).flat_map(|idx| self.program.roots(idx)).collect();
            for root in roots {
                self.flow.opaque(root, &[], format!("{why}: the program is kept whole"));
            }
            return;
        }
    }
}

fn flatten<'t>(item: Cst<'t>, found: &mut Vec<Cst<'t>>) {
    match forms::is_conditional(item) {
        true => forms::conditional_parts(item).for_each(|part| flatten(part, found)),
        false => found.push(item),
    }
}
