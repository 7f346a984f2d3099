//! What the steps of a C program read, write and decide.
//!
//! A variable of which nothing has the address is a variable of the flow; any other is memory, one object for each
//! variable and each call that allocates. Its parts are told apart as `types` says. A structure that is copied is copied
//! part by part. Macros are expanded where they stand (`macros`); what is evaluated in no given order is lowered in two
//! orders. Each file has names of its own, those of its headers among them (`files`).
//!
//! Where one type is looked at as another, all memory is taken for alike, and where a number is looked at as smaller ones, what is
//! written to it may be a part of it: the program is lowered again, more coarsely.

mod calls;
mod declarations;
mod expressions;
mod facts;
mod files;
mod functions;
mod library;
mod macros;
mod names;
mod operators;
mod places;
mod statements;
mod texts;
mod types;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::ast::{Concrete, Cst, NodeId, Tree, concrete};
use crate::deletions::NodePlaces;
use crate::flow::{Act, FlowBuilder, FlowExtent, FlowLowering, FlowProgram, LabelId, VarId};
use crate::languages::c::syntax::{forms, is_made_of};

use facts::{FactText, NameFacts};
use names::{CMeaning, CScopes, CVariable, DeclaredVariable, Mentioned};
use texts::MacroText;
use types::{CType, CTypes, NumberKind};

/// The flow of a program.
pub(super) fn lower(program: &Tree) -> Option<FlowProgram> {
    let language = program.language();
    let files: Vec<Concrete<'_>> = program.files().map(|file| concrete(language, &file.text)).collect();
    let sources: Vec<(&str, Cst<'_>)> =
        program.files().zip(&files).map(|(file, concrete)| (file.text.as_str(), concrete.root())).collect();
    let wrapped = texts::wrapped(&sources);
    let trees: Vec<Concrete<'_>> = wrapped.iter().map(|it| concrete(language, &it.text)).collect();
    let macros: BTreeMap<String, MacroText<'_>> = wrapped
        .iter()
        .zip(&trees)
        .map(|(it, tree)| (it.name.clone(), MacroText::new(it, tree.root())))
        .collect();
    let mut texts: Vec<FactText<'_>> = Vec::new();
    for (idx, &(text, root)) in sources.iter().enumerate() {
        texts.push(FactText { text, root, file_idx: Some(idx) });
    }
    texts.extend(
        macros.values().filter_map(|it| Some(FactText { text: it.text, root: it.body?, file_idx: None })),
    );
    let with_parameters = macros.iter().filter(|(_, it)| it.is_function);
    let with_parameters = with_parameters.map(|(name, it)| (name.clone(), it.text)).collect();
    let facts = NameFacts::new(&texts, &with_parameters);
    let types = CTypes::new(&sources);
    let first = CFlow::new(program, (&files, &macros), (facts, types), MemoryView::Declared);
    let again = (first.facts.clone(), first.types.clone());
    match first.program() {
        (lowered, MemoryView::Declared) => Some(lowered),
        (_, view) => Some(CFlow::new(program, (&files, &macros), again, view).program().0),
    }
}

/// How a program looks at memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemoryView {
    /// As what it is declared to be.
    Declared,
    /// Numbers also as several smaller ones.
    Parts,
    /// As if it had any other type.
    Wild,
}

/// What types memory is looked at, as far as a program was read.
#[derive(Clone, Debug, Default)]
struct SeenTypes {
    is_wild: bool,
    has_parts: bool,
    /// Of variables that something has the address of.
    declared: BTreeSet<NumberKind>,
    /// What pointers to anything are taken to point to.
    from_void: BTreeSet<NumberKind>,
}

impl SeenTypes {
    fn view(&self) -> MemoryView {
        let is_other = |kind: &NumberKind| self.declared.iter().any(|declared| declared != kind);
        match () {
            () if self.is_wild => MemoryView::Wild,
            () if self.has_parts || self.from_void.iter().any(is_other) => MemoryView::Parts,
            () => MemoryView::Declared,
        }
    }
}

/// Where what is being lowered stands.
struct TextContext<'t> {
    text: &'t str,
    file_idx: usize,
    /// The use of a macro, for its text.
    at: Option<NodeId>,
    /// The arguments of the macro.
    args: BTreeMap<&'t str, (Cst<'t>, Rc<TextContext<'t>>)>,
    depth: usize,
}

/// Memory that is there from the beginning of a function.
#[derive(Clone, Copy, Debug)]
struct HoistedMemory {
    var: VarId,
    extent: FlowExtent,
}

/// A function that is being lowered.
struct FunctionAround {
    returns: CType,
    /// Where `goto` goes, and what stands for the labels.
    labels: BTreeMap<String, (LabelId, VarId)>,
    is_entry: bool,
    has_labels: bool,
}

/// What a jump may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JumpScope {
    Loop,
    Switch,
    /// A loop that is no loop.
    Once,
}

/// What initialises a variable that lives as long as the program.
struct DeferredValue<'t> {
    declared: DeclaredVariable,
    value: Cst<'t>,
    is_constant: bool,
    here: Rc<TextContext<'t>>,
    scopes: CScopes,
}

/// A value with its type.
#[derive(Clone, Debug)]
struct CValue {
    var: VarId,
    of: CType,
}

struct CFlow<'t> {
    program: &'t Tree,
    files: &'t [Concrete<'t>],
    macros: &'t BTreeMap<String, MacroText<'t>>,
    nodes: Vec<NodePlaces<'t>>,
    flow: FlowBuilder,
    here: Rc<TextContext<'t>>,
    scopes: CScopes,
    types: CTypes,
    facts: NameFacts,
    /// Types of arrays have names, so that nobody sees which variables are arrays.
    has_array_names: bool,
    view: MemoryView,
    seen: SeenTypes,
    mentioned: Mentioned,
    /// Memory of the functions that are being lowered, that of the program first.
    hoisted: Vec<Vec<HoistedMemory>>,
    around: Option<FunctionAround>,
    /// Where `break` and `continue` go; innermost last.
    loops: Vec<(LabelId, JumpScope)>,
    /// Where the cases are that stand inside of other statements of their `switch`, by file and place, and what stands for their
    /// labels.
    inner_cases: BTreeMap<(usize, usize), (LabelId, VarId)>,
    /// Around what is evaluated in no given order.
    n_orders: usize,
    /// What initialises variables that live as long as the program.
    statics: Vec<DeferredValue<'t>>,
    /// Names that are declared now are those of one file and its headers.
    is_in_one_file: bool,
    /// Variables and functions that all files share, by name.
    shared: BTreeMap<String, CMeaning>,
    /// Declarations and definitions that were read, by file and place: headers are read for several files.
    read: BTreeMap<(usize, usize), CMeaning>,
    lowered: BTreeSet<(usize, usize)>,
    /// Memory that library functions keep for their next call.
    kept: VarId,
    errno: Option<VarId>,
    /// The program may read what it shows.
    is_redirecting: bool,
}

impl FlowLowering for CFlow<'_> {
    fn builder(&mut self) -> &mut FlowBuilder {
        &mut self.flow
    }
}

impl<'t> CFlow<'t> {
    fn new(
        program: &'t Tree,
        (files, macros): (&'t [Concrete<'t>], &'t BTreeMap<String, MacroText<'t>>),
        (facts, types): (NameFacts, CTypes),
        view: MemoryView,
    ) -> CFlow<'t> {
        let mut flow = FlowBuilder::new();
        let kept = flow.temp();
        let has_errno = program.files().any(|file| file.text.contains("errno"));
        let errno = has_errno.then(|| flow.temp());
        let here = TextContext { text: "", file_idx: 0, at: None, args: BTreeMap::new(), depth: 0 };
        CFlow {
            program,
            files,
            macros,
            nodes: (0..files.len()).map(|idx| NodePlaces::new(program, idx)).collect(),
            flow,
            here: Rc::new(here),
            scopes: CScopes::default(),
            has_array_names: types.has_array_names(),
            types,
            facts,
            view,
            seen: SeenTypes::default(),
            mentioned: Mentioned::default(),
            hoisted: vec![Vec::new()],
            around: None,
            loops: Vec::new(),
            inner_cases: BTreeMap::new(),
            n_orders: 0,
            statics: Vec::new(),
            is_in_one_file: false,
            shared: BTreeMap::new(),
            read: BTreeMap::new(),
            lowered: BTreeSet::new(),
            kept,
            errno,
            is_redirecting: program.files().any(|file| library::is_redirecting(&file.text)),
        }
    }

    /// Whether memory is looked at as if it had any other type.
    fn is_wild(&self) -> bool {
        self.view == MemoryView::Wild
    }

    fn word(&self, cst: Cst<'t>) -> &'t str {
        &self.here.text[cst.byte_range()]
    }

    /// The node of a construct; in the text of a macro, its use.
    fn node_of(&self, cst: Cst<'t>) -> Option<NodeId> {
        if self.here.at.is_some() {
            return self.here.at;
        }
        let nodes = &self.nodes[self.here.file_idx];
        let same = nodes.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst));
        same.or_else(|| nodes.find(&cst.byte_range(), |_| true))
    }

    /// Does something with another text.
    fn within<T>(&mut self, context: Rc<TextContext<'t>>, what: impl FnOnce(&mut CFlow<'t>) -> T) -> T {
        let outside = std::mem::replace(&mut self.here, context);
        let found = what(self);
        self.here = outside;
        found
    }

    /// A plain value from plain values.
    fn compute(&mut self, at: Option<NodeId>, from: &[VarId]) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Compute { to, from: from.to_vec() });
        to
    }

    /// Where a node stays, so do these values: nothing could stand for them.
    fn requires(&mut self, at: Option<NodeId>, values: &[VarId]) {
        if !values.is_empty() {
            self.flow.library(at, values, library::shallow());
        }
    }

    /// What a name means, if it is a variable.
    fn variable(&mut self, name: &str) -> Option<CVariable> {
        match self.meaning(name)? {
            CMeaning::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// What is kept because it is not understood.
    fn not_understood(&mut self, cst: Cst<'t>, at: Option<NodeId>, why: &str) -> CValue {
        let mentions = self.mentions(cst);
        let at = at.or_else(|| self.node_around(cst));
        let names: Vec<VarId> = self.names_in(cst);
        let var = match at {
            Some(at) => self.flow.opaque(at, &names, why),
            None => self.compute(None, &names),
        };
        self.requires(at, &mentions);
        CValue { var, of: CType::Unknown }
    }

    /// The innermost node around a construct that has none.
    fn node_around(&self, cst: Cst<'t>) -> Option<NodeId> {
        self.here.at.or_else(|| self.node_covering(self.here.file_idx, cst.start_byte()))
    }

    fn node_covering(&self, file_idx: usize, at: usize) -> Option<NodeId> {
        let covers = |node: &NodeId| {
            let span = self.program.span(*node);
            span.start <= at && at < span.end
        };
        self.program.file_nodes(file_idx).rfind(covers)
    }

    fn names_in(&mut self, cst: Cst<'t>) -> Vec<VarId> {
        let words: BTreeSet<&'t str> = cst
            .subtree()
            .filter(|part| matches!(forms::CForm::of(*part), forms::CForm::Name))
            .map(|part| self.word(part))
            .collect();
        words.into_iter().filter_map(|word| self.handed_on(word)).collect()
    }

    /// The variable or function of a name, as what is not understood gets it.
    fn handed_on(&mut self, word: &str) -> Option<VarId> {
        match self.meaning(word)? {
            CMeaning::Variable(variable) => Some(variable.var),
            CMeaning::Function(function) => Some(self.closure(None, &function)),
            CMeaning::Constant => None,
        }
    }
}
