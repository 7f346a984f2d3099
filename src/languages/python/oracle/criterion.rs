//! Where the values of the criterion, one node or several, are seen.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ast::{Concrete, Cst, Flags, NodeId, Tree, concrete};
use crate::error::{self, Result};
use crate::languages::python::syntax::{NamePlace, named};
use crate::oracle::place;

/// How a node of the criterion is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeenAt {
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
pub(super) struct SeenNode {
    pub(super) node: NodeId,
    pub(super) see: SeenAt,
    /// Whether it is a name, and not another expression.
    pub(super) is_name: bool,
}

/// Those nodes of a criterion that have values: of several, what has none is left out.
///
/// # Errors
/// None of them has a value of its own there.
pub(super) fn probes(program: &Tree, criteria: &[NodeId]) -> Result<Vec<SeenNode>> {
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

fn probe(program: &Tree, root: Cst<'_>, node: NodeId) -> std::result::Result<SeenNode, &'static str> {
    let span = program.span(node);
    let is_name = program.flags(node).has(Flags::VARIABLE);
    if !is_name && !program.is_argument(node) {
        return Err("is a statement without a variable or an argument");
    }
    let path = path(root, &span);
    let see = seen(&path, &span)?;
    Ok(SeenNode { node, see, is_name })
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

fn seen(path: &[Cst<'_>], span: &Range<usize>) -> std::result::Result<SeenAt, &'static str> {
    for (idx, pair) in path.windows(2).enumerate().rev() {
        let [parent, child] = pair else { continue };
        let around = parent.byte_range();
        match NamePlace::of(*child, *parent) {
            NamePlace::Target => continue,
            NamePlace::Read => return Ok(SeenAt::Read(span.clone())),
            NamePlace::Statement => return Ok(SeenAt::After(statement(&path[..=idx]))),
            NamePlace::Body => return Ok(SeenAt::Entering(around)),
            NamePlace::SchemaSource => return Ok(SeenAt::Round(around)),
            NamePlace::Named => {
                let value = parent.child_by_field_name("value");
                return Ok(SeenAt::Named(value.map_or(span.clone(), |value| value.byte_range())));
            }
            NamePlace::Parameter => {
                let body = parent.child_by_field_name("body");
                let is_lambda =
                    idx > 0 && path[idx - 1].child_by_field_name("parameters").is_some() && body.is_none();
                let body = if is_lambda { path[idx - 1].child_by_field_name("body") } else { None };
                return Ok(match body {
                    Some(body) => SeenAt::Lambda(body.byte_range()),
                    None => SeenAt::Entering(around),
                });
            }
            NamePlace::None(what) => return Err(what),
        }
    }
    Ok(SeenAt::Read(span.clone()))
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
pub(super) fn by_range(probes: &[SeenNode], range: impl Fn(&SeenAt) -> Option<&Range<usize>>) -> Watched {
    let mut found = Watched::new();
    for probe in probes {
        if let Some(range) = range(&probe.see) {
            found.entry((range.start, range.end)).or_default().push(probe.node);
        }
    }
    found
}
