//! What could be written where control did not go.

use std::collections::BTreeSet;

use super::ScriptTracing;
use crate::ast::Cst;
use crate::languages::javascript::syntax::{
    ScriptExpression, ScriptStatement, body, function_named, is_function, key, parts_of,
};

impl<'t> ScriptTracing<'t> {
    /// What a statement could write, as the trace names it: variables, properties, contents of objects.
    pub(super) fn places(&self, statement: Cst<'t>) -> String {
        let mut found = BTreeSet::new();
        let mut called = BTreeSet::new();
        let mut pending = vec![(statement, true)];
        while let Some((cst, is_here)) = pending.pop() {
            if is_function(cst) {
                continue;
            }
            // What the function gives.
            let is_given = matches!(ScriptStatement::of(cst), Some(ScriptStatement::Values));
            if is_here && is_given && self.word(cst).starts_with("return") {
                found.insert(format!("[{},\"return\"]", self.frame));
            }
            let changed = match ScriptExpression::of(cst) {
                ScriptExpression::Assignment { left: Some(left), .. } => {
                    self.written(left, statement, is_here, &mut found)
                }
                ScriptExpression::Update { target: Some(target), .. } => {
                    self.written(target, statement, is_here, &mut found)
                }
                ScriptExpression::Call { function: Some(function), .. } => {
                    let name = key(function).unwrap_or(function);
                    let own = function_named(self.root, self.text, self.word(name));
                    match own.and_then(|own| body(own.function)) {
                        Some(block) => {
                            if called.insert(block.start_byte()) {
                                pending.push((block, false));
                            }
                            None
                        }
                        None => match ScriptExpression::of(function) {
                            ScriptExpression::Inside(inner) if key(function).is_some() => {
                                inner.first().copied()
                            }
                            _ => None,
                        },
                    }
                }
                _ => None,
            };
            if let Some(object) = changed {
                let is_name = matches!(ScriptExpression::of(object), ScriptExpression::Name);
                let owner =
                    self.owner(object).filter(|(frame, _)| is_name && self.has_frame(frame, statement));
                match owner.filter(|_| is_here) {
                    Some(_) => found.insert(format!("[()=>{}]", self.word(object))),
                    None => !is_name && found.insert("\"[]\"".to_owned()),
                };
            }
            pending.extend(parts_of(cst).map(|part| (part, is_here)));
        }
        format!("[{}]", found.into_iter().collect::<Vec<_>>().join(","))
    }

    /// Adds the place that is assigned to; gives the object of which an element is.
    fn written(
        &self,
        target: Cst<'t>,
        at: Cst<'t>,
        is_here: bool,
        found: &mut BTreeSet<String>,
    ) -> Option<Cst<'t>> {
        for name in self.names_in(target) {
            let owner = self.owner(name).filter(|(frame, _)| self.has_frame(frame, at));
            if let Some((frame, cell)) = owner.filter(|(frame, _)| is_here || frame == "bs__F") {
                found.insert(format!("[{frame},{cell:?}]"));
            }
        }
        match (ScriptExpression::of(target), key(target)) {
            (ScriptExpression::Subscript { object, .. }, _) => object,
            (ScriptExpression::Inside(_), Some(key)) => {
                found.insert(format!("{:?}", format!(".{}", self.word(key))));
                None
            }
            _ => None,
        }
    }

    /// Whether a frame belongs to a function around a construct.
    pub(super) fn has_frame(&self, frame: &str, at: Cst<'_>) -> bool {
        let Some(start) = frame.strip_prefix("bs__F").filter(|start| !start.is_empty()) else { return true };
        let is_it = |cst: Cst<'_>| {
            let range = cst.byte_range();
            is_function(cst)
                && range.start.to_string() == start
                && range.contains(&at.start_byte())
                && range.start != at.start_byte()
        };
        self.root.subtree().any(is_it)
    }
}
