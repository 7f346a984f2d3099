//! How the values of the criterion are seen.

use crate::ast::{NodeId, Tree};
use crate::deletions::Mark;
use crate::error::{self, Result};
use crate::languages::c::deletions::{self, Construct, Parts};
use crate::languages::c::syntax::NodeKind;
use crate::oracle::{Flaw, place};

/// Types of expressions, as `server/prelude.h` numbers them.
pub(super) mod class {
    pub(in crate::languages::c::oracle) const INT: u32 = 1;
    pub(in crate::languages::c::oracle) const LONG: u32 = 3;
    pub(in crate::languages::c::oracle) const UNSIGNED_LONG: u32 = 4;
    pub(in crate::languages::c::oracle) const FLOAT: u32 = 6;
    pub(in crate::languages::c::oracle) const DOUBLE: u32 = 7;
    pub(in crate::languages::c::oracle) const LONG_DOUBLE: u32 = 8;
    pub(in crate::languages::c::oracle) const TEXT: u32 = 9;
    pub(in crate::languages::c::oracle) const POINTER: u32 = 21;
}

/// The criterion and where it is marked.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// Text whose type decides how it is seen.
    pub(super) name: String,
    /// Node that is marked, and by which macro; `None` for a parameter.
    pub(super) mark: Option<(NodeId, &'static str)>,
    /// Function whose parameter it is.
    pub(super) param_of: Option<String>,
    node: NodeId,
}

impl Probe {
    /// Finds out how a node can be seen.
    ///
    /// # Errors
    /// It has no value of its own there.
    pub(super) fn new(program: &Tree, node: NodeId) -> Result<Probe> {
        let name = program.text(node).to_owned();
        let marked = |mark| Ok(Probe { name: name.clone(), mark: Some(mark), param_of: None, node });
        let is_first = |parent: NodeId| program.children(parent).next() == Some(node);
        let parent = program.parent(node);
        match (parent.map_or(NodeKind::Other, |parent| NodeKind::of(program, parent)), parent) {
            (NodeKind::Assignment, Some(parent)) if is_first(parent) => marked((parent, "BS__TARGET(")),
            (NodeKind::Update, Some(parent)) => marked((parent, "BS__TARGET(")),
            (NodeKind::Initialised, Some(parent)) if is_first(parent) => {
                match program.children(parent).nth(1).filter(|_| program.children(parent).count() == 2) {
                    Some(value) if NodeKind::of(program, value) != NodeKind::List => {
                        marked((value, "BS__INITIAL("))
                    }
                    _ => refuse(program, node, "is an array or a structure"),
                }
            }
            (NodeKind::SizeOf, _) => refuse(program, node, "is not evaluated there"),
            (NodeKind::Pointer, Some(parent)) if program.label(parent).starts_with('&') => {
                refuse(program, node, "has its address taken there, not its value")
            }
            (_, parent) => match (declared(program, node), parent) {
                (Some(Construct::Parameter), Some(function)) => {
                    let param_of = Some(program.label(function).to_owned());
                    Ok(Probe { name, mark: None, param_of, node })
                }
                (Some(_), _) => refuse(program, node, "is declared there without a value"),
                (None, _) => marked((node, "BS__VALUE(")),
            },
        }
    }

    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// The function and the name of a parameter.
    pub(super) fn param(&self) -> Option<(&str, &str)> {
        Some((self.param_of.as_deref()?, &self.name))
    }

    /// The mark in texts that are compiled by themselves.
    pub(super) fn mark(&self) -> Option<Mark> {
        self.mark.map(|(node, before)| Mark { node, before, after: ")" })
    }

    /// How values of this type are seen: the macro's definition.
    ///
    /// # Errors
    /// They cannot be compared between programs.
    pub(super) fn definition(&self, program: &Tree, class: u32) -> Result<String> {
        let function = match class {
            INT_FIRST..=INT_LAST => "bs__see_i((long long)(v))",
            class::FLOAT | class::DOUBLE | class::LONG_DOUBLE => "bs__see_d((double)(v))",
            class::TEXT => "bs__see_s(v)",
            class::POINTER => {
                return refuse(program, self.node, "is a pointer, and only text can be compared");
            }
            _ => return refuse(program, self.node, "has no value that can be compared: a number or text"),
        };
        Ok(format!("#define BS__NAME {}\n#define BS__SEE(v) {function}\n", self.name))
    }

    /// Why a candidate cannot be confirmed.
    pub(super) fn flaw(&self, why: &str) -> Flaw {
        Flaw { node: self.node, why: why.to_owned(), repairs: crate::ast::NodeSet::new() }
    }
}

const INT_FIRST: u32 = class::INT;
const INT_LAST: u32 = 5;

fn refuse<T>(program: &Tree, node: NodeId, what: &str) -> Result<T> {
    Err(error::oracle::criterion_of_c(place(program, node), what))
}

/// How a name is declared where it stands; `None` where it is not.
fn declared(program: &Tree, node: NodeId) -> Option<Construct> {
    let is_it = |part: &deletions::Part| {
        part.deletion.node == node
            && matches!(part.place, Construct::Declarator { .. } | Construct::Parameter)
    };
    Parts::new(program).all.into_iter().find(is_it).map(|part| part.place)
}
