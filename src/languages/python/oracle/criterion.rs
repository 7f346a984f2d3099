//! Where the values of the criterion, one node or several, are seen.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ast::{Concrete, Cst, Flags, NodeId, Tree, concrete};
use crate::error::{self, Result};
use crate::languages::python::syntax::{Place, named};
use crate::oracle::place;

/// How a node of the criterion is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum See {
    /// Where it is read.
    Read(Range<usize>),
    /// Once this statement is done.
    After(Range<usize>),
    /// Where the body of this construct is entered.
    Entering(Range<usize>),
    /// In each round of this `for` of a comprehension.
    Round(Range<usize>),
    /// The value of `:=`.
    Named(Range<usize>),
    /// A parameter of a lambda with this body.
    Lambda(Range<usize>),
}

/// A node of the criterion.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pub(super) node: NodeId,
    pub(super) see: See,
    /// Whether it is a name, and not another expression.
    pub(super) is_name: bool,
}

/// Those nodes of a criterion that have values: of several, what has none is left out.
///
/// # Errors
/// None of them has a value of its own there.
pub(super) fn probes(program: &Tree, criteria: &[NodeId]) -> Result<Vec<Probe>> {
    let text = &program.file(0).text;
    let concrete: Concrete<'_> = concrete(program.language(), text);
    let mut refused = None;
    let mut found = Vec::new();
    for &node in criteria {
        match probe(program, concrete.root(), node) {
            Ok(probe) => found.push(probe),
            Err(what) => {
                refused.get_or_insert((node, what));
            }
        }
    }
    match refused {
        Some((node, what)) if found.is_empty() => {
            Err(error::oracle::criterion_of_python(place(program, node), what))
        }
        _ => Ok(found),
    }
}

fn probe(program: &Tree, root: Cst<'_>, node: NodeId) -> std::result::Result<Probe, &'static str> {
    let span = program.span(node);
    let is_name = program.flags(node).has(Flags::VARIABLE);
    if !is_name && !program.is_argument(node) {
        return Err("is a statement without a variable or an argument");
    }
    let path = path(root, &span);
    let see = seen(&path, &span)?;
    Ok(Probe { node, see, is_name })
}

/// The constructs around a stretch, outermost first, the outermost that is the stretch last.
fn path<'c>(root: Cst<'c>, span: &Range<usize>) -> Vec<Cst<'c>> {
    let mut path = vec![root];
    while let Some(&last) = path.last() {
        let holds = |child: &Cst<'_>| child.start_byte() <= span.start && span.end <= child.end_byte();
        match named(last).find(holds) {
            Some(child) => path.push(child),
            None => return path,
        }
    }
    path
}

fn seen(path: &[Cst<'_>], span: &Range<usize>) -> std::result::Result<See, &'static str> {
    for (idx, pair) in path.windows(2).enumerate().rev() {
        let [parent, child] = pair else { continue };
        let around = parent.byte_range();
        match Place::of(*child, *parent) {
            Place::Target => continue,
            Place::Read => return Ok(See::Read(span.clone())),
            Place::Statement => return Ok(See::After(statement(&path[..=idx]))),
            Place::Body => return Ok(See::Entering(around)),
            Place::Source => return Ok(See::Round(around)),
            Place::Named => {
                let value = parent.child_by_field_name("value");
                return Ok(See::Named(value.map_or(span.clone(), |value| value.byte_range())));
            }
            Place::Parameter => {
                let body = parent.child_by_field_name("body");
                let is_lambda =
                    idx > 0 && path[idx - 1].child_by_field_name("parameters").is_some() && body.is_none();
                let body = if is_lambda { path[idx - 1].child_by_field_name("body") } else { None };
                return Ok(match body {
                    Some(body) => See::Lambda(body.byte_range()),
                    None => See::Entering(around),
                });
            }
            Place::None(what) => return Err(what),
        }
    }
    Ok(See::Read(span.clone()))
}

/// The statement around an assignment, which may be inside of another.
fn statement(path: &[Cst<'_>]) -> Range<usize> {
    let is_part = |cst: &Cst<'_>| crate::languages::python::syntax::is_assignment(*cst);
    let last = path.iter().rposition(|cst| !is_part(cst)).unwrap_or(0);
    path[last].byte_range()
}

/// What is written at a statement or a body, by the start of the construct.
pub(super) type Watched = BTreeMap<(usize, usize), Vec<NodeId>>;

/// The probes of one kind by the stretch that they belong to.
pub(super) fn by_range(probes: &[Probe], range: impl Fn(&See) -> Option<&Range<usize>>) -> Watched {
    let mut found = Watched::new();
    for probe in probes {
        if let Some(range) = range(&probe.see) {
            found.entry((range.start, range.end)).or_default().push(probe.node);
        }
    }
    found
}
