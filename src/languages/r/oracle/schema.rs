//! The schema: the program once, as text, with every deletion marked by the number of its switch.
//!
//! `bs__x(7,{E})` is an expression, `bs__s` a statement, `bs__b` a branch, `bs__i` a named argument, `bs__f(c(7,0),{F})` a function
//! with switches of its parameters. The server makes code of these marks that asks for the switches.

use std::collections::BTreeMap;

use super::RSeenNode;
use crate::ast::Tree;
use crate::deletions::Edits;
use crate::languages::r::deletions::{RPart, RParts, RPlace};

/// Writes a schema; `switches` has the switch of each node, 0 for none.
pub(super) fn schema(program: &Tree, parts: &RParts, seen: &[RSeenNode], switches: &[u16]) -> String {
    let switch = |part: &RPart| switches[part.deletion.node as usize];
    let mut functions: BTreeMap<(usize, usize), Vec<u16>> = BTreeMap::new();
    for part in &parts.all {
        if let RPlace::Parameter { function, idx, .. } = &part.place {
            let params = functions.entry((function.start, function.end)).or_default();
            params.resize(params.len().max(idx + 1), 0);
            params[*idx] = switch(part);
        }
    }
    let mut edits = Edits::default();
    for part in &parts.all {
        let (range, inner) = (part.range.clone(), part.inner.clone());
        let begin = |mark: &str| format!("bs__{mark}({},{{", switch(part));
        match &part.place {
            RPlace::Statement { .. } => edits.wrap(range, begin("s"), "})"),
            RPlace::Value => edits.wrap(range, begin("x"), "})"),
            RPlace::Branch | RPlace::Else => edits.wrap(inner, begin("b"), "})"),
            RPlace::Item { .. } if inner.is_empty() => {
                edits.insert(inner.end, format!("bs__i({})", switch(part)));
            }
            RPlace::Item { .. } => edits.wrap(inner, begin("i"), "})"),
            RPlace::Parameter { function, .. } => {
                if let Some(params) = functions.remove(&(function.start, function.end)) {
                    let params: Vec<String> = params.iter().map(u16::to_string).collect();
                    edits.wrap(function.clone(), format!("bs__f(c({}),{{", params.join(",")), "})");
                }
            }
        }
    }
    for seen in seen {
        let mark = seen.mark();
        edits.wrap(program.span(seen.node), mark.before, mark.after);
    }
    edits.apply(&program.file(0).text)
}
