//! What is true of the names of a program as a whole, whatever declares them: which have their address taken.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::Cst;
use crate::languages::c::syntax::Declarator;
use crate::stack::deep;

use super::types::n_dimensions;
use crate::languages::c::syntax::forms::{self, CForm, CNameKind};

/// A text that is lowered: a file, or the text of a macro.
#[derive(Clone, Copy)]
pub(super) struct FactText<'t> {
    pub(super) text: &'t str,
    pub(super) root: Cst<'t>,
    /// Index of the file; none for a macro.
    pub(super) file_idx: Option<usize>,
}

/// Facts of names.
#[derive(Clone, Debug, Default)]
pub(super) struct NameFacts {
    /// Variables of which something may have the address.
    pub(super) addressed: BTreeSet<String>,
    /// Fields of which something may have the address.
    pub(super) addressed_fields: BTreeSet<String>,
    /// Arrays that are used otherwise than by subscripts.
    pub(super) decaying: BTreeSet<String>,
    /// Fields that are such arrays.
    pub(super) decaying_fields: BTreeSet<String>,
    /// The function that the program is entered by is also used by the program.
    pub(super) calls_main: bool,
    /// Why nothing is known of the program: file, place, reason.
    pub(super) hopeless: Vec<(Option<usize>, usize, &'static str)>,
}

struct FactWalk<'t, 'm> {
    text: &'t str,
    file_idx: Option<usize>,
    facts: NameFacts,
    /// By name, those with most dimensions.
    dimensions: BTreeMap<(bool, &'t str), usize>,
    /// Texts of macros with parameters.
    macros: &'m BTreeMap<String, &'t str>,
    above: Vec<Cst<'t>>,
}

impl NameFacts {
    pub(super) fn new<'t>(texts: &[FactText<'t>], macros: &BTreeMap<String, &'t str>) -> NameFacts {
        let mut walk = FactWalk {
            text: "",
            file_idx: None,
            facts: NameFacts::default(),
            dimensions: BTreeMap::new(),
            macros,
            above: Vec::new(),
        };
        for text in texts {
            walk.text = text.text;
            walk.dimensions(text.root);
        }
        for text in texts {
            (walk.text, walk.file_idx) = (text.text, text.file_idx);
            walk.visit(text.root);
        }
        walk.facts
    }
}

impl<'t> FactWalk<'t, '_> {
    fn dimensions(&mut self, root: Cst<'t>) {
        for cst in root.subtree() {
            for declarator in cst.children().filter(|part| part.field() == "declarator") {
                let n = n_dimensions(declarator);
                let name = Declarator::chain(Some(declarator)).last().filter(|_| n > 0);
                let kind = name.and_then(CNameKind::of);
                if let (Some(name), Some(kind)) = (name, kind) {
                    let key = (kind == CNameKind::Field, &self.text[name.byte_range()]);
                    let known = self.dimensions.entry(key).or_default();
                    *known = (*known).max(n);
                }
            }
        }
    }

    fn visit(&mut self, cst: Cst<'t>) {
        if let Some(why) = forms::hopeless(cst, self.text, self.above.last().copied()) {
            self.facts.hopeless.push((self.file_idx, cst.start_byte(), why));
        }
        if let Some(kind) = CNameKind::of(cst) {
            self.name(cst, kind);
        }
        match CForm::of(cst) {
            CForm::AddressOf(argument) => self.address(argument),
            CForm::Call { function, arguments } => {
                let text = self.macros.get(&self.text[function.byte_range()]);
                // What a macro does with its arguments is not looked at here.
                if text.is_some_and(|text| text.contains('&')) {
                    arguments.subtree().for_each(|part| self.address(part));
                }
            }
            _ => {}
        }
        self.above.push(cst);
        for child in cst.children().filter(|child| child.is_named() && !child.is_extra()) {
            deep(|| self.visit(child));
        }
        self.above.pop();
    }

    /// Whether a name is an array that is used as a pointer.
    fn name(&mut self, cst: Cst<'t>, kind: CNameKind) {
        if forms::is_declared(cst, &self.above) {
            return;
        }
        let word = &self.text[cst.byte_range()];
        self.facts.calls_main |= word == "main";
        let n = self.dimensions.get(&(kind == CNameKind::Field, word)).copied().unwrap_or(1);
        if !forms::is_subscripted(cst, &self.above) || forms::n_subscripts(cst, &self.above) < n {
            let decaying = match kind {
                CNameKind::Variable => &mut self.facts.decaying,
                CNameKind::Field => &mut self.facts.decaying_fields,
            };
            decaying.insert(word.to_owned());
        }
    }

    fn address(&mut self, argument: Cst<'t>) {
        let argument = forms::bare(argument);
        let (name, names) = match (CForm::of(argument), CNameKind::of(argument)) {
            (CForm::Member { field, .. }, _) => (field, &mut self.facts.addressed_fields),
            (_, Some(CNameKind::Variable)) => (argument, &mut self.facts.addressed),
            _ => return,
        };
        names.insert(self.text[name.byte_range()].to_owned());
    }
}
