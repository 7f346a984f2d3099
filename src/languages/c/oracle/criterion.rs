//! How the values of the criterion, one node or several, are seen.

use crate::ast::{Flags, NodeId, Tree};
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

/// How values are seen: the macro of `server/prelude.h` that is told each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum See {
    Integer,
    Float,
    Text,
    /// That there is a value: it has none that could be compared.
    Reached,
}

impl See {
    pub(super) fn macro_name(self) -> &'static str {
        match self {
            See::Integer => "BS__SEE_INTEGER",
            See::Float => "BS__SEE_FLOAT",
            See::Text => "BS__SEE_TEXT",
            See::Reached => "BS__SEE_REACHED",
        }
    }

    fn of(class: u32) -> See {
        match class {
            INT_FIRST..=INT_LAST => See::Integer,
            class::FLOAT | class::DOUBLE | class::LONG_DOUBLE => See::Float,
            class::TEXT => See::Text,
            _ => See::Reached,
        }
    }
}

/// A node of the criterion and where it is marked.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// Text whose type decides how it is seen.
    pub(super) name: String,
    /// Node that is marked, and by which macro; `None` for a parameter.
    pub(super) mark: Option<(NodeId, &'static str)>,
    /// Function whose parameter it is.
    pub(super) param_of: Option<String>,
    /// Known when the compiler has told the type.
    pub(super) see: See,
    node: NodeId,
}

/// A parameter that is observed where its function is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ObservedParam {
    pub(super) function: String,
    pub(super) param: String,
    pub(super) see: See,
}

/// Those nodes of a criterion that have values: of several, what has none is left out.
///
/// # Errors
/// None of them has a value of its own there.
pub(super) fn probes(program: &Tree, criteria: &[NodeId]) -> Result<Vec<Probe>> {
    let mut found = Vec::new();
    let mut refused = None;
    for &node in criteria {
        match Probe::new(program, node) {
            Ok(probe) => found.push(probe),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    match refused {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// Tells the probes how they are seen; `class` is the type of a probe by its place.
///
/// # Errors
/// The values of a criterion that is one node cannot be compared between programs.
pub(super) fn see_by_types(program: &Tree, probes: &mut [Probe], class: impl Fn(usize) -> u32) -> Result<()> {
    let is_alone = probes.len() == 1;
    for (idx, probe) in probes.iter_mut().enumerate() {
        probe.see = See::of(class(idx));
        if is_alone && probe.see == See::Reached {
            let what = match class(idx) {
                class::POINTER => "is a pointer, and only text can be compared",
                _ => "has no value that can be compared: a number or text",
            };
            return refuse(program, probe.node, what);
        }
    }
    match probes.iter().all(|probe| probe.see == See::Reached) {
        true => refuse(program, probes[0].node, "has no value that can be compared: a number or text"),
        false => Ok(()),
    }
}

/// The marks in texts that are compiled by themselves: nodes with what is written before them.
pub(super) fn marks(probes: &[Probe]) -> Vec<(NodeId, String)> {
    probes.iter().filter_map(|probe| Some((probe.mark?.0, probe.before()?))).collect()
}

/// The parameters among the probes.
pub(super) fn params(probes: &[Probe]) -> Vec<ObservedParam> {
    let param = |probe: &Probe| {
        let function = probe.param_of.clone()?;
        Some(ObservedParam { function, param: probe.name.clone(), see: probe.see })
    };
    probes.iter().filter_map(param).collect()
}

impl Probe {
    /// Finds out how a node can be seen.
    ///
    /// # Errors
    /// It has no value of its own there.
    fn new(program: &Tree, node: NodeId) -> Result<Probe> {
        let name = program.text(node).to_owned();
        let see = See::Reached;
        let marked = |mark| Ok(Probe { name: name.clone(), mark: Some(mark), param_of: None, see, node });
        let is_first = |parent: NodeId| program.children(parent).next() == Some(node);
        let parent = program.parent(node);
        match (parent.map_or(NodeKind::Other, |parent| NodeKind::of(program, parent)), parent) {
            (NodeKind::Assignment, Some(parent)) if is_first(parent) => marked((parent, "BS__TARGET")),
            (NodeKind::Update, Some(parent)) => marked((parent, "BS__TARGET")),
            (NodeKind::Initialised, Some(parent)) if is_first(parent) => {
                match program.children(parent).nth(1).filter(|_| program.children(parent).count() == 2) {
                    Some(value) if NodeKind::of(program, value) != NodeKind::List => {
                        marked((value, "BS__INITIAL"))
                    }
                    _ => refuse(program, node, "is an array or a structure"),
                }
            }
            _ if is_in_place(program, node) => refuse(
                program,
                node,
                "is part of a place that is written or whose address is taken, not read",
            ),
            (NodeKind::SizeOf, _) => refuse(program, node, "is not evaluated there"),
            (NodeKind::Pointer, Some(parent)) if program.label(parent).starts_with('&') => {
                refuse(program, node, "has its address taken there, not its value")
            }
            (_, parent) => match (declared(program, node), parent) {
                (Some(Construct::Parameter), Some(function)) => {
                    let param_of = Some(program.label(function).to_owned());
                    Ok(Probe { name, mark: None, param_of, see, node })
                }
                (Some(_), _) => refuse(program, node, "is declared there without a value"),
                (None, _) => match is_expression(program, node) {
                    true => marked((node, "BS__VALUE")),
                    false => refuse(program, node, "is a statement without a variable or an argument"),
                },
            },
        }
    }

    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// Whether it is a parameter, which is seen only while it has its name.
    pub(super) fn is_param(&self) -> bool {
        self.param_of.is_some()
    }

    /// What stands before the marked node.
    pub(super) fn before(&self) -> Option<String> {
        let (_, mark) = self.mark?;
        let name = if mark == "BS__VALUE" { "" } else { self.name.as_str() };
        let comma = if name.is_empty() { "" } else { "," };
        Some(format!("{mark}({},{name}{comma}", self.see.macro_name()))
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

/// Whether the node is the structure of a field that is assigned, counted up or down, or has its address taken.
fn is_in_place(program: &Tree, node: NodeId) -> bool {
    let is_first = |above: NodeId, below: NodeId| program.children(above).next() == Some(below);
    let mut below = node;
    for above in program.ancestors(node) {
        if NodeKind::of(program, above) == NodeKind::Field && is_first(above, below) {
            below = above;
            continue;
        }
        return below != node
            && match NodeKind::of(program, above) {
                NodeKind::Assignment => is_first(above, below),
                NodeKind::Update => true,
                NodeKind::Pointer => program.label(above).starts_with('&'),
                _ => false,
            };
    }
    false
}

/// Whether the node can stand in parentheses: a variable, or what is handed to a call.
fn is_expression(program: &Tree, node: NodeId) -> bool {
    program.flags(node).has(Flags::VARIABLE) || program.is_argument(node)
}

/// How a name is declared where it stands; `None` where it is not.
fn declared(program: &Tree, node: NodeId) -> Option<Construct> {
    let is_it = |part: &deletions::Part| {
        part.deletion.node == node
            && matches!(part.place, Construct::Declarator { .. } | Construct::Parameter)
    };
    Parts::new(program).all.into_iter().find(is_it).map(|part| part.place)
}
