//! What is written into any program that is run: fuel, and where the values of the criterion are seen.

use std::ops::Range;

use crate::ast::{Cst, Flags, NodeId, Tree, concrete};
use crate::deletions::Edits;
use crate::error::{self, Result};
use crate::languages::javascript::syntax::{
    ScriptExpression, ScriptPattern, ScriptStatement, body, declared_in_head, is_block, is_function,
    is_text_statement, parts_of, value,
};
use crate::oracle::place;
use crate::stack::deep;

/// Spends fuel.
const TICK: &str = "if(--bs__f<0)bs__x();";

/// How a part of the criterion is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScriptSeen {
    /// Where it is read, or where what it gets is computed.
    Value(Range<usize>),
    /// `x++`, of which the value is the old one.
    Postfix { whole: Range<usize>, name: Range<usize> },
    /// Once this statement is done.
    After { statement: Range<usize>, name: Range<usize> },
    /// Where the body of this construct is entered.
    Entering { construct: Range<usize>, name: Range<usize> },
}

/// Where the nodes of a criterion are seen: of several, those that have no value are left out.
///
/// # Errors
/// None of them has a value of its own there.
pub(super) fn seen_nodes(program: &Tree, criteria: &[NodeId]) -> Result<Vec<(NodeId, ScriptSeen)>> {
    let text = &program.file(0).text;
    let concrete = concrete(program.language(), text);
    let mut refused = None;
    let mut found = Vec::new();
    for &node in criteria {
        let is_name = program.flags(node).has(Flags::VARIABLE);
        let seen = match is_name || program.is_argument(node) {
            true => seen_at(concrete.root(), &program.span(node)),
            false => Err("is a statement without a variable or an argument"),
        };
        match seen {
            Ok(seen) => found.push((node, seen)),
            Err(what) => {
                refused.get_or_insert((node, what));
            }
        }
    }
    match refused {
        Some((node, what)) if found.is_empty() => {
            Err(error::oracle::criterion_of_javascript(place(program, node), what))
        }
        _ => Ok(found),
    }
}

/// Where what stands at these bytes has its value.
pub(super) fn seen_at(root: Cst<'_>, span: &Range<usize>) -> std::result::Result<ScriptSeen, &'static str> {
    let mut path = vec![root];
    while let Some(&last) = path.last()
        && let Some(child) =
            parts_of(last).find(|it| it.start_byte() <= span.start && span.end <= it.end_byte())
    {
        path.push(child);
    }
    let name = span.clone();
    for (idx, pair) in path.windows(2).enumerate().rev() {
        let [parent, child] = pair else { continue };
        let is_in = |field: &str| child.field() == field;
        let construct = parent.byte_range();
        if is_function(*parent) && (is_in("parameters") || is_in("parameter")) || caught_in(*parent, *child) {
            return Ok(ScriptSeen::Entering { construct, name });
        }
        match ScriptStatement::of(*parent) {
            Some(ScriptStatement::ForIn { .. }) if is_in("left") => {
                return Ok(match declared_in_head(*parent).is_some() || is_target(*child) {
                    true => ScriptSeen::Entering { construct, name },
                    false => ScriptSeen::Value(name),
                });
            }
            Some(ScriptStatement::Declaration(_)) => {
                let is_loop = idx > 0
                    && matches!(ScriptStatement::of(path[idx - 1]), Some(ScriptStatement::For { .. }));
                return match is_loop {
                    true => Err("is in a pattern of a `for`"),
                    false => Ok(ScriptSeen::After { statement: construct, name }),
                };
            }
            _ => {}
        }
        if is_declarator(*parent) && is_in("name") {
            match (ScriptPattern::of(*child), value(*parent)) {
                (ScriptPattern::Name(_), Some(value)) => return Ok(ScriptSeen::Value(value.byte_range())),
                (ScriptPattern::Name(_), None) => return Err("is declared there without a value"),
                _ => continue,
            }
        }
        match ScriptExpression::of(*parent) {
            ScriptExpression::Assignment { .. } if is_in("left") => match ScriptPattern::of(*child) {
                ScriptPattern::Name(_) => return Ok(ScriptSeen::Value(construct)),
                ScriptPattern::Object | ScriptPattern::Array => {
                    return match path[..=idx].iter().rev().nth(1).map(|it| ScriptStatement::of(*it)) {
                        Some(Some(ScriptStatement::Expression(_))) => {
                            let statement = path[idx - 1].byte_range();
                            Ok(ScriptSeen::After { statement, name })
                        }
                        _ => Err("is in a pattern of an assignment that is no statement"),
                    };
                }
                _ => return Ok(ScriptSeen::Value(name)),
            },
            ScriptExpression::Update { is_prefix, .. } if is_target(*child) => {
                return Ok(match is_prefix {
                    true => ScriptSeen::Value(construct),
                    false => ScriptSeen::Postfix { whole: construct, name },
                });
            }
            _ => {}
        }
        let is_part = match ScriptPattern::of(*parent) {
            ScriptPattern::Default { left, .. } => left.byte_range() == child.byte_range(),
            ScriptPattern::Rest(_) | ScriptPattern::Object | ScriptPattern::Array => true,
            ScriptPattern::Pair { value, .. } => value.byte_range() == child.byte_range(),
            _ => is_parameters(*parent),
        };
        if !is_part {
            return match is_name_of(*parent, *child) {
                true => Err("is the name of a function or class"),
                false => Ok(ScriptSeen::Value(name)),
            };
        }
    }
    Ok(ScriptSeen::Value(name))
}

fn is_target(cst: Cst<'_>) -> bool {
    matches!(ScriptPattern::of(cst), ScriptPattern::Name(_))
}

fn caught_in(parent: Cst<'_>, child: Cst<'_>) -> bool {
    child.field() == "parameter" && body(parent).is_some() && !is_function(parent)
}

fn is_declarator(cst: Cst<'_>) -> bool {
    crate::languages::javascript::syntax::is_declarator(cst)
}

fn is_parameters(cst: Cst<'_>) -> bool {
    crate::languages::javascript::syntax::is_parameters(cst)
}

fn is_name_of(parent: Cst<'_>, child: Cst<'_>) -> bool {
    child.field() == "name" && body(parent).is_some()
}

/// What a program says besides where functions, loops and statements are entered or left.
pub(super) trait Additions {
    /// Statements at the beginning of a function, before parameters are seen; each with its semicolon.
    fn entering(&self, _function: &Range<usize>) -> String {
        String::new()
    }

    /// A call that observes the part of the criterion with this number, up to its value: of what it is, or of what it is afterwards.
    fn calling(&self, _number: usize, is_afterwards: bool) -> String {
        if is_afterwards { "bs__p(" } else { "bs__o(" }.to_owned()
    }

    /// An expression that observes a name, and is nothing where it is not declared.
    fn observing(&self, number: usize, name: &Range<usize>, text: &str) -> String {
        format!("{}{})", self.calling(number, false), &text[name.clone()])
    }
}

/// Nothing besides.
pub(super) struct AsItStands;

impl Additions for AsItStands {}

/// The number of each part of the criterion.
struct WithNumbers;

impl Additions for WithNumbers {
    fn calling(&self, number: usize, is_afterwards: bool) -> String {
        format!("{}({number},", if is_afterwards { "bs__P" } else { "bs__O" })
    }
}

/// Writes into a program where the criterion has its values. What is around something else is written first.
pub(super) fn observe(
    root: Cst<'_>,
    text: &str,
    seen: &[ScriptSeen],
    besides: &dyn Additions,
    edits: &mut Edits,
) {
    for cst in root.subtree().filter(|cst| matches!(ScriptExpression::of(*cst), ScriptExpression::Shorthand))
    {
        edits.wrap(cst.byte_range(), format!("{}:", &text[cst.byte_range()]), "");
    }
    for (number, one) in seen.iter().enumerate() {
        match one {
            ScriptSeen::Value(range) => edits.wrap(range.clone(), besides.calling(number, false), ")"),
            ScriptSeen::Postfix { whole, name } => {
                let after = format!(",{})", &text[name.clone()]);
                edits.wrap(whole.clone(), besides.calling(number, true), after);
            }
            ScriptSeen::After { statement, name } => {
                edits.wrap(statement.clone(), "", format!(";{};", besides.observing(number, name, text)));
            }
            ScriptSeen::Entering { .. } => {}
        }
    }
}

/// Writes fuel into a program, and what is seen where something is entered.
pub(super) fn enter(
    cst: Cst<'_>,
    text: &str,
    seen: &[ScriptSeen],
    besides: &dyn Additions,
    edits: &mut Edits,
) {
    let range = cst.byte_range();
    let names = seen.iter().enumerate().filter_map(|(number, one)| match one {
        ScriptSeen::Entering { construct, name } if *construct == range => Some((number, name)),
        _ => None,
    });
    let observed: Vec<String> = names.map(|(number, name)| besides.observing(number, name, text)).collect();
    let statements: String = observed.iter().map(|one| format!("{one};")).collect();
    if is_function(cst) {
        let first = besides.entering(&range);
        match body(cst) {
            Some(body) if is_block(body) => {
                let directives = parts_of(body).take_while(|it| is_text_statement(*it)).last();
                let at = directives.map_or(body.start_byte() + 1, |last| last.end_byte());
                edits.insert(
                    at,
                    format!("{}{first}{TICK}{statements}", if directives.is_some() { ";" } else { "" }),
                );
            }
            Some(body) => {
                let first = first.trim_end_matches(';').replace(';', ",");
                let all = std::iter::once(first).filter(|it| !it.is_empty()).chain(observed);
                let all: String = all.map(|one| format!("{one},")).collect();
                edits.wrap(body.byte_range(), format!("(--bs__f<0&&bs__x(),{all}"), ")");
            }
            None => {}
        }
    } else {
        match ScriptStatement::of(cst) {
            Some(
                ScriptStatement::While { body: Some(body), .. }
                | ScriptStatement::For { body: Some(body), .. }
                | ScriptStatement::ForIn { body: Some(body), .. },
            ) => edits.wrap(body.byte_range(), format!("{{{TICK}{statements}"), "}"),
            _ if !statements.is_empty() => {
                if let Some(body) = body(cst) {
                    edits.insert(body.start_byte() + 1, statements);
                }
            }
            _ => {}
        }
    }
    deep(|| parts_of(cst).for_each(|child| enter(child, text, seen, besides, edits)));
}

/// A program that stands by itself, with fuel and the criterion at these places.
pub(super) fn watched(program: &Tree, text: &str, places: &[Range<usize>]) -> String {
    let concrete = concrete(program.language(), text);
    let seen: Vec<ScriptSeen> =
        places.iter().filter_map(|place| seen_at(concrete.root(), place).ok()).collect();
    written(concrete.root(), text, &seen, &AsItStands)
}

/// The same with the number of each part.
pub(super) fn numbered(program: &Tree, seen: &[ScriptSeen]) -> String {
    let text = &program.file(0).text;
    written(concrete(program.language(), text).root(), text, seen, &WithNumbers)
}

fn written(root: Cst<'_>, text: &str, seen: &[ScriptSeen], besides: &dyn Additions) -> String {
    let mut edits = Edits::default();
    enter(root, text, seen, besides, &mut edits);
    observe(root, text, seen, besides, &mut edits);
    edits.apply(text)
}
