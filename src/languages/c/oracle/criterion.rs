//! How the values of the criterion, one node or several, are seen.

use crate::ast::{Flags, NodeId, Tree, concrete};
use crate::error::{self, Result};
use crate::languages::c::deletions::{self, Construct, Parts};
use crate::languages::c::syntax::{Declaration, Declarator, NodeKind};
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
    pub(in crate::languages::c::oracle) const STRUCTURE: u32 = 28;
    pub(in crate::languages::c::oracle) const UNION: u32 = 29;
    /// Added for an array, which has the type of a pointer to its elements otherwise.
    pub(in crate::languages::c::oracle) const ARRAY: u32 = 64;
    /// Added where the types of all parts are known.
    pub(in crate::languages::c::oracle) const KNOWN: u32 = 128;
}

/// How values are seen: the macro of `server/prelude.h` that is told each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum See {
    Integer,
    Float,
    Text,
    /// Its parts, by the types that are known where the probe with this number stands.
    Whole(usize),
    /// That there is a value: it has none that could be compared.
    Reached,
}

impl See {
    pub(super) fn macro_name(self) -> String {
        match self {
            See::Integer => "BS__SEE_INTEGER".to_owned(),
            See::Float => "BS__SEE_FLOAT".to_owned(),
            See::Text => "BS__SEE_TEXT".to_owned(),
            See::Whole(idx) => format!("BS__SEE_WHOLE_{idx}"),
            See::Reached => "BS__SEE_REACHED".to_owned(),
        }
    }

    /// How values of a type are seen by the probe with this number.
    fn of(class: u32, idx: usize) -> See {
        match class & !(class::ARRAY | class::KNOWN) {
            INT_FIRST..=INT_LAST => See::Integer,
            class::FLOAT | class::DOUBLE | class::LONG_DOUBLE => See::Float,
            class::TEXT if class & class::ARRAY == 0 => See::Text,
            class::TEXT | class::POINTER | class::STRUCTURE | class::UNION if class & class::KNOWN != 0 => {
                See::Whole(idx)
            }
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
    /// Its number, where values are told with those of their points.
    pub(super) number: Option<usize>,
    /// Whether it is an array, which would be a pointer to its first element as soon as it is read.
    pub(super) is_array: bool,
    pub(super) node: NodeId,
}

/// A parameter that is observed where its function is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ObservedParam {
    pub(super) file_idx: usize,
    pub(super) function: String,
    pub(super) param: String,
    /// Macro that is told each value.
    pub(super) see: String,
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
        probe.see = See::of(class(idx), idx);
        probe.is_array = class(idx) & class::ARRAY != 0;
        if is_alone && probe.see == See::Reached {
            let what = match class(idx) & !class::KNOWN {
                class::POINTER => "is a pointer to something that cannot be compared",
                class::STRUCTURE | class::UNION => "has a type that is not defined outside of functions",
                _ => "has no value that can be compared",
            };
            return refuse(program, probe.node, what);
        }
    }
    match probes.iter().all(|probe| probe.see == See::Reached) {
        true => refuse(program, probes[0].node, "has no value that can be compared"),
        false => Ok(()),
    }
}

/// The marks in texts that are compiled by themselves: nodes with what is written before them.
pub(super) fn marks(probes: &[Probe]) -> Vec<(NodeId, String)> {
    probes.iter().filter_map(|probe| Some((probe.mark?.0, probe.before()?))).collect()
}

/// The same nodes, of which is only seen that they are visited: a statement when it begins, what is no statement by itself when it
/// has its value.
pub(super) fn visited(program: &Tree, probes: Vec<Probe>, parts: &Parts) -> Vec<Probe> {
    let mut found: Vec<Probe> = Vec::new();
    for probe in probes {
        let statement = program.statement_of(probe.node);
        let is_plain = parts
            .all
            .iter()
            .any(|part| part.deletion.node == statement && matches!(part.place, Construct::Statement { .. }));
        let mark = match is_plain && NodeKind::is_plain_statement(program, statement) {
            true => Some((statement, "BS__HERE")),
            false => probe.mark,
        };
        // Several nodes of a statement are one visit of it.
        if mark.is_none() || found.iter().all(|other| other.mark != mark) {
            found.push(Probe { mark, see: See::Reached, is_array: false, ..probe });
        }
    }
    found
}

/// The parameters among the probes.
pub(super) fn params(program: &Tree, probes: &[Probe]) -> Vec<ObservedParam> {
    let param = |probe: &Probe| {
        let function = probe.param_of.clone()?;
        let file_idx = program.file_of(probe.node);
        Some(ObservedParam { file_idx, function, param: probe.name.clone(), see: probe.see_macro() })
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
        let is_array = false;
        let marked = |mark| {
            Ok(Probe {
                name: name.clone(),
                mark: Some(mark),
                param_of: None,
                see,
                number: None,
                is_array,
                node,
            })
        };
        let place = place_use(program, node);
        if let PlaceUse::Written(writer) = place {
            return marked((writer, "BS__TARGET"));
        }
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
                    _ => refuse(program, node, "is initialised by a list there; choose a later use"),
                }
            }
            _ if place == PlaceUse::AddressTaken => {
                refuse(program, node, "is part of a place whose address is taken, not read")
            }
            (NodeKind::SizeOf, _) => refuse(program, node, "is not evaluated there"),
            (NodeKind::Pointer, Some(parent)) if program.label(parent).starts_with('&') => {
                refuse(program, node, "has its address taken there, not its value")
            }
            (_, parent) => match (declared(program, node), parent) {
                (Some(Construct::Parameter), Some(function)) => {
                    let param_of = Some(program.label(function).to_owned());
                    Ok(Probe { name, mark: None, param_of, see, number: None, is_array, node })
                }
                (Some(_), _) => refuse(program, node, "is declared there without a value"),
                (None, _) if is_declared_only(program, node) => {
                    refuse(program, node, "is declared there without a value")
                }
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

    /// Whether its values have parts.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.see, See::Whole(_))
    }

    /// Whether it is a parameter, which is seen only while it has its name.
    pub(super) fn is_param(&self) -> bool {
        self.param_of.is_some()
    }

    /// What stands before the marked node.
    pub(super) fn before(&self) -> Option<String> {
        let (_, mark) = self.mark?;
        if mark == "BS__HERE" {
            return Some(format!("{mark}(1,"));
        }
        // An array has an address, and nothing that is evaluated twice.
        let mark = if mark == "BS__VALUE" && self.is_array { "BS__PLACE" } else { mark };
        let name = if mark == "BS__TARGET" || mark == "BS__INITIAL" { self.name.as_str() } else { "" };
        let comma = if name.is_empty() { "" } else { "," };
        Some(format!("{mark}({},{name}{comma}", self.see_macro()))
    }

    /// The macro that is told each value.
    fn see_macro(&self) -> String {
        self.number.map_or_else(|| self.see.macro_name(), |number| format!("BS__NUMBERED_{number}"))
    }

    /// What defines the macro of a probe with a number.
    pub(super) fn defined(&self) -> Option<String> {
        let number = self.number?;
        let see = self.see.macro_name();
        Some(format!(
            "#define BS__NUMBERED_{number}(v) do {{ bs__point = {}; {see}(v); }} while (0)\n",
            number + 1
        ))
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

/// What happens to the place that a node is the first part of: `a` in `a.b = 1`, `a[i]++` or `&a->b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceUse {
    /// By this assignment, or by counting up or down.
    Written(NodeId),
    AddressTaken,
    Read,
}

fn place_use(program: &Tree, node: NodeId) -> PlaceUse {
    let is_first = |above: NodeId, below: NodeId| program.children(above).next() == Some(below);
    let mut below = node;
    for above in program.ancestors(node) {
        let is_part = match NodeKind::of(program, above) {
            NodeKind::Field | NodeKind::Subscript => is_first(above, below),
            NodeKind::Pointer => program.label(above).starts_with('*'),
            _ => false,
        };
        if is_part {
            below = above;
            continue;
        }
        return match NodeKind::of(program, above) {
            NodeKind::Assignment if below != node && is_first(above, below) => PlaceUse::Written(above),
            NodeKind::Update if below != node => PlaceUse::Written(above),
            NodeKind::Pointer if below != node => PlaceUse::AddressTaken,
            _ => PlaceUse::Read,
        };
    }
    PlaceUse::Read
}

/// Whether the node can stand in parentheses: a variable, or what is handed to a call.
fn is_expression(program: &Tree, node: NodeId) -> bool {
    program.flags(node).has(Flags::VARIABLE) || program.is_argument(node)
}

/// Whether a declaration without a definition has the name, as with `extern`.
fn is_declared_only(program: &Tree, node: NodeId) -> bool {
    let concrete = concrete(program.language(), &program.file(program.file_of(node)).text);
    let declarators =
        concrete.root().subtree().filter_map(Declaration::of).flat_map(Declaration::declarators);
    let mut names = declarators.filter_map(Declarator::name);
    names.any(|name| name.start_byte() == program.span(node).start)
}

/// How a name is declared where it stands; `None` where it is not.
fn declared(program: &Tree, node: NodeId) -> Option<Construct> {
    let is_it = |part: &deletions::Part| {
        part.deletion.node == node
            && matches!(part.place, Construct::Declarator { .. } | Construct::Parameter)
    };
    Parts::new(program).all.into_iter().find(is_it).map(|part| part.place)
}
